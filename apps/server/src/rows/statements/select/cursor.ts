import { readDate } from '@plinth/expression'
import { asId, asNumber, asText } from '../../../databases/sql/bind-values.ts'
import type { Dialect, Form } from '../../../databases/sql/dialect.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { both, either, FALSE } from '../expression/condition.ts'
import type { Order, OrderKey } from './compile-sort.ts'

/** A row's values of the sort keys; null where it has none. */
export type CursorKeys = readonly unknown[]

const VERSION = 1
const MAX_LENGTH = 4096
const FORM = /^[A-Za-z0-9_-]+$/

/**
 * An opaque cursor for the position after a row; `keys` is the JSON list that the database built. Undefined
 * if a key is too long to be sent back.
 */
export function encodeCursor(signature: string, keys: string): string | undefined {
  const cursor = Buffer.from(`[${VERSION},"${signature}",${keys}]`, 'utf8').toString('base64url')
  return cursor.length > MAX_LENGTH ? undefined : cursor
}

const READERS: Readonly<Record<Form, (value: unknown) => unknown>> = {
  text: asText,
  id: asId,
  integer: (value) => (Number.isSafeInteger(value) ? value : null),
  decimal: asNumber,
  bool: (value) => (typeof value === 'boolean' ? value : null),
  date: (value) =>
    typeof value === 'string' && value.length === 24 ? (readDate(value) ?? null) : null,
  json: () => null,
}

/** The position that a cursor encodes, or undefined if it does not match this order. */
export function decodeCursor(
  cursor: string,
  signature: string,
  order: Order,
): CursorKeys | undefined {
  if (cursor.length > MAX_LENGTH || !FORM.test(cursor)) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  // Only the canonical encoding is accepted.
  if (bytes.toString('base64url') !== cursor) return undefined
  const read = parseJson(bytes.toString('utf8'))
  if (!Array.isArray(read) || read.length !== 3) return undefined
  const [version, own, keys] = read
  if (version !== VERSION || own !== signature) return undefined
  if (!Array.isArray(keys) || keys.length !== order.length) return undefined
  const place: unknown[] = []
  for (const [at, key] of order.entries()) {
    const value = keys[at] === null ? null : READERS[key.form](keys[at])
    if (value === null && (keys[at] !== null || key.isFilled)) return undefined
    place.push(value)
  }
  return place
}

function parseJson(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

/** Whether a row comes after a position. */
export function isAfter(dialect: Dialect, order: Order, position: CursorKeys): Sql {
  const [first] = order
  const isUniform = order.every((key) => key.isFilled && key.isDescending === first?.isDescending)
  if (first && isUniform && order.length > 1) {
    const cells = order.map((key) => ordered(dialect, key))
    const values = order.map((key, at) => dialect.bind(key.form, position[at]))
    const sign = raw(first.isDescending ? '<' : '>')
    // Compared as a row, so that an index over the same columns can seek to the position.
    return sql`(${joinSql(cells, ', ')}) ${sign} (${joinSql(values, ', ')})`
  }
  return comesAfter({ dialect, order, position }, 0)
}

type Keys = { readonly dialect: Dialect; readonly order: Order; readonly position: CursorKeys }

function comesAfter(keys: Keys, at: number): Sql {
  const { dialect, order, position: place } = keys
  const key = order[at]
  if (!key) return FALSE
  const value = place[at]
  const rest = comesAfter(keys, at + 1)
  // Null is last: nothing comes after it, and it comes after everything.
  if (value === null) return both([sql`${key.value} is null`, rest])
  const bound = dialect.bind(key.form, value)
  const sign = raw(key.isDescending ? '<' : '>')
  const isFurther = sql`${ordered(dialect, key)} ${sign} ${bound}`
  const isNull = key.isFilled ? FALSE : sql`${key.value} is null`
  return either([isFurther, isNull, both([sql`${key.value} = ${bound}`, rest])])
}

function ordered(dialect: Dialect, { form, value }: OrderKey): Sql {
  return form === 'text' ? dialect.ordered(value) : value
}
