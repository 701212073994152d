import { createHash } from 'node:crypto'
import { CompileLimit } from './compile-limit.ts'

/** A piece of SQL with the values it binds; a value is never part of the text. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
  /** Some part of it reads a Computed table; every piece and statement that it becomes part of does so too. */
  readonly readsComputed?: true
}

/** Text that is ready to run; equal texts are one shape, so a prepared statement can be kept by its text. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** What is known of a text that is run again and again. */
  readonly known?: KnownText
  /** It gives one text for each row; they are to be made one. */
  readonly list?: ListOfTexts
  /** It runs SQL of the project's developers, so PostgreSQL runs it with the rights of the environment's reader. */
  readonly readsComputed?: true
}

/** How a list of answers becomes one row: `answers` between commas, `count`, and `keys` if there are more. */
export interface ListOfTexts {
  /** So many are answered; one more only says that there are more. */
  readonly most: number
  /** The names under which the last answer has the keys of a cursor; empty when none is wanted. */
  readonly keys: readonly string[]
}

/** A text that is kept, with the name it is prepared under and how long it takes to run. */
export interface KnownText {
  readonly name: string
  /** Milliseconds, of late; undefined until it has run. */
  ms: number | undefined
  /** When that was, by the process's own clock. */
  at: number
}

/** The same statement, to be kept and run again. */
export function withName(statement: Statement): Statement & { readonly known: KnownText } {
  const name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 24)
  return { ...statement, known: { name, ms: undefined, at: 0 } }
}

/** Stands for a value until the engine's own spelling is known; no name or literal of ours contains it. */
const MARK = '\u0001'
const NOTHING: readonly unknown[] = []

/** Text that was written here or comes quoted from the layout; never anything a caller sent. */
export function raw(text: string): Sql {
  return { text, values: NOTHING }
}

/** The source of a Computed table's rows. */
export function rawComputed(text: string): Sql {
  return { text, values: NOTHING, readsComputed: true }
}

/** A whole number of ours, written out. */
export function whole(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new Error('Not a whole number')
  return raw(String(number))
}

export function bound(value: unknown): Sql {
  return { text: MARK, values: [value] }
}

/** Puts pieces together; only other pieces can be inserted, never a string. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  let text = strings[0] ?? ''
  let values = NOTHING
  let readsComputed = false
  // Counted by hand: this runs dozens of times for each statement.
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (!part) continue
    text += part.text + (strings[at + 1] ?? '')
    if (part.values.length > 0)
      values = values.length === 0 ? part.values : values.concat(part.values)
    if (part.readsComputed) readsComputed = true
  }
  return readsComputed ? { text, values, readsComputed } : { text, values }
}

export function joinSql(parts: readonly Sql[], between: string): Sql {
  const [only] = parts
  if (only && parts.length === 1) return only
  return {
    text: parts.map((part) => part.text).join(between),
    values: parts.flatMap((part) => part.values),
    ...(parts.some((part) => part.readsComputed) && { readsComputed: true }),
  }
}

/** SQLite takes 32,766 values and PostgreSQL 65,535. */
const MOST_VALUES = 32_766

/** Gives every value its place: `$1, $2 …` or `?`. */
export function render({ text, values, readsComputed }: Sql, style: '$' | '?'): Statement {
  const pieces = text.split(MARK)
  if (pieces.length !== values.length + 1) throw new Error('A statement has lost a value')
  if (values.length > MOST_VALUES) throw new CompileLimit()
  const mark = readsComputed && { readsComputed }
  if (style === '?') return { text: pieces.join('?'), values, ...mark }
  let numbered = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at++) numbered += `$${at}${pieces[at]}`
  return { text: numbered, values, ...mark }
}
