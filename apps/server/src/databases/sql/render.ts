import { preparedName } from '../../foundation/platform/prepared-name.ts'
import { type Sql, writeText } from '../../foundation/platform/sql.ts'
import { CompileLimit } from './compile-limit.ts'

/** Text that is ready to run; equal texts are one shape, so a prepared statement can be cached by its text. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Name and running time of a text that is run repeatedly. */
  readonly known?: KnownText
  /** It returns one text for each row; they are to be joined into one. */
  readonly list?: ListOfTexts
  /** SQLite only: rows are read until their answers have this many bytes; the next row then has a null answer. */
  readonly maxBytes?: number
  /** SQLite only: if `maxBytes` leaves fewer rows than this, they are of no use, so their answers are empty texts. */
  readonly minRows?: number
  /** It runs SQL of the project's developers, which must never run with our own rights; runners choose by this mark. */
  readonly readsComputed?: true
}

/**
 * How a list of answers becomes one row: `answers` between commas, `count`, and `keys` if there are more. `answers` is
 * null if an answer is null, which stands for a large row, or if they have too many bytes together.
 */
export interface ListOfTexts {
  /** Maximum number of returned rows; one more row only shows that there are more. */
  readonly most: number
  /** The names under which the last answer has the keys of a cursor; empty when none is wanted. */
  readonly keys: readonly string[]
  readonly maxBytes: number
}

/** A cached text, with the name under which it is prepared and how long it takes to run. */
export interface KnownText {
  readonly name: string
  /** Recent duration in milliseconds; undefined until it has run. */
  ms: number | undefined
  /** When the duration was measured, by `performance.now()`. */
  at: number
}

/** The same statement, to be cached and run again. */
export function withName(statement: Statement): Statement & { readonly known: KnownText } {
  return { ...statement, known: { name: preparedName(statement.text), ms: undefined, at: 0 } }
}

/** SQLite takes 32,766 values and PostgreSQL 65,535. */
const MAX_VALUES = 32_766

/** Gives every value its position: `$1, $2 …` or `?`. */
export function render(piece: Sql, style: '$' | '?'): Statement {
  const { values, readsComputed } = piece
  if (values.length > MAX_VALUES) throw new CompileLimit()
  return { text: writeText(piece, style), values, ...(readsComputed && { readsComputed }) }
}
