import type { Comparison, Kind } from '../check/kinds.ts'
import { readDate } from '../check/read-date.ts'

type Scalar = string | number | boolean

const NUMBER = /^-?[0-9]{1,32}(?:\.[0-9]{1,32})?$/

/** Converts a value for comparison: null if absent, undefined if it has another kind. */
export function readAs(
  comparison: Comparison,
  kind: Kind,
  raw: unknown,
): Scalar | null | undefined {
  if (raw === null || raw === undefined) return null
  return READERS[comparison](raw, kind)
}

type Reader = (raw: unknown, kind: Kind) => Scalar | null | undefined

const READERS: Readonly<Record<Comparison, Reader>> = {
  text: (raw) => (typeof raw === 'string' ? raw : undefined),
  number: (raw, kind) => {
    if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
    return kind === 'input'
      ? readInput(raw, (text) => (NUMBER.test(text) ? Number(text) : undefined))
      : undefined
  },
  bool: (raw, kind) => {
    if (typeof raw === 'boolean') return raw
    return kind === 'input' ? readInput(raw, (text) => BOOLS.get(text)) : undefined
  },
  date: (raw, kind) => {
    // Stored dates are milliseconds, dates in JSON are text; a number in JSON is not a date.
    if (kind === 'date' && typeof raw === 'number') return raw
    return readInput(raw, readDate)
  },
  dynamic: (raw) => (typeof raw === 'object' ? undefined : (raw as Scalar)),
  empty: (raw, kind) => (raw === '' && kind !== 'json' ? null : undefined),
}

const BOOLS = new Map([
  ['true', true],
  ['false', false],
])

function readInput<T extends Scalar>(
  raw: unknown,
  read: (text: string) => T | undefined,
): T | null | undefined {
  if (typeof raw !== 'string') return undefined
  return raw === '' ? null : read(raw)
}
