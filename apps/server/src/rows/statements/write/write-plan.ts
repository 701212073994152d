import type { Folded } from '@plinth/expression'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import type { Statement } from '../../../databases/sql/render.ts'
import { isWithinBytes } from '../select/is-within-bytes.ts'

/** Why a step that affected an unexpected number of rows fails the whole write. */
export type Failing =
  /** The rule denies it, or the row does not exist. */
  | { readonly reason: 'denied' }
  /** A sent id names no row that the caller may link. */
  | { readonly reason: 'link'; readonly path: string }
  /** A sent list lacks linked rows that no answer would show; the returned row has their `count`. */
  | { readonly reason: 'cutList'; readonly path: string }
  /** Required relations point to this row; each returned row has `count`. */
  | { readonly reason: 'needed'; readonly table: string; readonly column: string }
  /** Sent ids that name no row the caller may see; each returned row has the `path` of one. */
  | { readonly reason: 'missing' }
  /** A row that the rule was evaluated on has changed. */
  | { readonly reason: 'moved' }
  /** The answer exceeds the byte limit. */
  | { readonly reason: 'tooLarge' }
  /** The Idempotency-Key was used for another request, or is in use right now. */
  | { readonly reason: 'otherRequest' | 'underWay' }

/** One statement of a write; it returns a row for each row it affected. */
export interface WriteStep {
  readonly statement: Statement
  /** Expected number of rows; any if undefined. */
  readonly expects?: number
  readonly failing: Failing
}

/** The steps of a write, in one transaction unless there is only one; a failing step rolls all back. */
export interface WritePlan {
  /** Steps that must succeed before the first one, in the same transaction. */
  readonly checks?: readonly WriteStep[]
  readonly steps: readonly WriteStep[]
  /** Returns a row with `answer` for each row written; undefined if the first step returns it. */
  readonly answer?: Statement
  /** The shape of the response: one row, a list of rows, or nothing. */
  readonly shape?: AnswerShape
  /** The written ids: the answer to a repeat until the full answer is stored. */
  readonly ids?: readonly string[]
  /** Maximum size of the row in the response; of a larger one only the id is returned. */
  readonly maxBytes?: number
  readonly repeat?: Idempotency
  /** Only where changes write events. */
  readonly writer?: Writer
}

/** Whether any part of a write runs SQL of the project's developers, which must never run with our own rights. */
export function planReadsComputed({ checks = [], steps, answer }: WritePlan): boolean {
  return (
    [...checks, ...steps].some(({ statement }) => statement.readsComputed) ||
    answer?.readsComputed === true
  )
}

/** The only step, if it affects and returns at most one row and so needs no transaction. */
export function onlyStepOf({
  checks = [],
  steps,
  answer,
  repeat,
}: WritePlan): WriteStep | undefined {
  if (repeat || answer || checks.length > 0 || steps.length !== 1) return undefined
  return steps[0]?.expects === 1 ? steps[0] : undefined
}

/** Who changes rows, as recorded in row events. */
export interface Writer {
  readonly by: 'staff' | 'user' | 'guest' | 'key' | 'workflow' | 'system'
  /** The run that changes them, and the number of runs that triggered it. */
  readonly runId: string | null
  readonly depth: number
}

export type AnswerShape = 'one' | 'many' | 'nothing'

/** Statements that detect a repeated Idempotency-Key, in the transaction of the write. */
export interface Idempotency {
  /** Returns a row with `taken`; false while another write with this key is running. */
  readonly hold?: Statement
  /** Returns `content` and `answer` of an earlier write with this key. */
  readonly find: Statement
  /** Hash of the request, to tell a repeat from a different request. */
  readonly content: string
  readonly store: readonly Statement[]
  /** Index of the answer among the values of the last statement. */
  readonly answerAt: number
  /** Replaces the stored answer; the answer is its first value. */
  readonly replace: Statement
}

const SAVED_WITHOUT_ROW =
  'The row was saved. It is larger than an answer may be, so only its id is returned. Read the columns that you need with $columns.'

/**
 * The result of a write from the rows of its answer. A list that is too large fails the write; one row does not, because
 * it was sent whole and can be read in parts.
 */
export function toWritten(
  { shape = 'nothing', ids = [], maxBytes = Number.POSITIVE_INFINITY }: WritePlan,
  rows: readonly Readonly<Record<string, unknown>>[],
):
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failing: Failing; readonly rows: readonly [] } {
  const isFailing = shape === 'many' && rows.some(({ answer }) => answer === null)
  if (isFailing) return { ok: false, failing: { reason: 'tooLarge' }, rows: [] }
  if (shape === 'one' && !isWithinBytes(rows[0]?.answer, maxBytes)) {
    const answer = { data: { id: ids[0] }, truncated: true, message: SAVED_WITHOUT_ROW }
    return { ok: true, text: JSON.stringify(answer) }
  }
  return { ok: true, text: answerText(shape, rows) }
}

/** The response body of a write, also stored for repeats. */
function answerText(
  shape: AnswerShape,
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  if (shape === 'nothing') return '{}'
  if (shape === 'one') return `{"data":${rows[0]?.answer}}`
  return `{"data":[${rows.map(({ answer }) => answer).join(',')}]}`
}

/** The preliminary answer with ids only, before the rows are read. */
export function answerOfIds({ shape = 'nothing', ids = [] }: WritePlan): string {
  return answerText(
    shape,
    ids.map((id) => ({ answer: JSON.stringify({ id }) })),
  )
}

export function withAnswer(statement: Statement, at: number, answer: string): Statement {
  return { ...statement, values: statement.values.with(at, answer) }
}

/** Validated values of one sent row with secrets hashed, by column name. */
export interface SentRow {
  readonly id: string
  readonly values: ReadonlyMap<string, unknown>
}

/** The rule that a row of another table must meet for this relation of it to be changed from here; none for staff. */
export type LinkRule = (table: DataTable, relation: string) => Folded
