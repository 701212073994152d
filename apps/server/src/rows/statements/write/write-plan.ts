import type { Folded } from '@plinth/expression'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import type { Statement } from '../../../databases/sql/render.ts'

/** Why a step that touched another number of rows than it had to ends the whole write. */
export type Failing =
  /** The rule says no, or the row is not there. */
  | { readonly reason: 'denied' }
  /** A sent id names no row that the caller may tie to. */
  | { readonly reason: 'link'; readonly path: string }
  /** Rows that need this one would be left without it; each returned row has `count`. */
  | { readonly reason: 'needed'; readonly table: string; readonly column: string }
  /** Sent ids that name no row the caller may see; each returned row has the `path` of one. */
  | { readonly reason: 'missing' }
  /** Somebody changed what the rule was asked about. */
  | { readonly reason: 'moved' }
  /** The Idempotency-Key was used for another request, or is in use right now. */
  | { readonly reason: 'otherRequest' | 'underWay' }

/** One statement of a write; every one returns a row for each row it touched. */
export interface Step {
  readonly statement: Statement
  /** Undefined when any number will do. */
  readonly expects?: number
  readonly failing: Failing
}

/** The steps of a write, for one transaction unless there is only one; a failing step undoes all. */
export interface WritePlan {
  /** What must hold before the first step, in the same transaction. */
  readonly checks?: readonly Step[]
  readonly steps: readonly Step[]
  /** Gives a row with `answer` for each row written; undefined when the first step does so itself. */
  readonly answer?: Statement
  /** What becomes of the answers: one row, a list of them, or nothing. */
  readonly shape?: AnswerShape
  /** The rows that are written: what a repeat is answered with until the whole answer is known. */
  readonly ids?: readonly string[]
  readonly repeat?: Repeat
  /** Only where changes leave events. */
  readonly writer?: Writer
}

/** One statement on at most one row, which answers with it, is a whole by itself. */
export function aloneIn({
  checks = [],
  steps,
  answer,
  repeat,
  writer,
}: WritePlan): Step | undefined {
  if (repeat || writer || answer || checks.length > 0 || steps.length !== 1) return undefined
  return steps[0]?.expects === 1 ? steps[0] : undefined
}

/** Who changes rows, as the events of the change tell it. */
export interface Writer {
  readonly by: 'staff' | 'user' | 'guest' | 'key' | 'workflow' | 'system'
  /** The run that changes them, and how many runs led to it. */
  readonly runId: string | null
  readonly depth: number
}

export type AnswerShape = 'one' | 'many' | 'nothing'

/** How a write that carries an Idempotency-Key is known again, in the transaction of the write itself. */
export interface Repeat {
  /** Gives a row with `taken`; false while another write with this key is under way. */
  readonly hold?: Statement
  /** Gives the `content` and `answer` of an earlier write with this key. */
  readonly find: Statement
  /** What this write is, for telling a repeat from another one. */
  readonly content: string
  readonly store: readonly Statement[]
  /** The place of the answer among the values of the last statement. */
  readonly answerAt: number
  /** Puts another answer in the place of the stored one; the answer is its first value. */
  readonly replace: Statement
}

/** The answer of a write as it is sent, and kept for a repeat. */
export function answerText(
  shape: AnswerShape,
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  if (shape === 'nothing') return '{}'
  if (shape === 'one') return `{"data":${rows[0]?.answer}}`
  return `{"data":[${rows.map(({ answer }) => answer).join(',')}]}`
}

/** What is certain of an answer before it is read. */
export function answerOfIds({ shape = 'nothing', ids = [] }: WritePlan): string {
  return answerText(
    shape,
    ids.map((id) => ({ answer: JSON.stringify({ id }) })),
  )
}

/** The same statement with the answer in its place. */
export function withAnswer(statement: Statement, at: number, answer: string): Statement {
  return { ...statement, values: statement.values.with(at, answer) }
}

/** What was sent for one row, found valid and with secrets hashed, by column name. */
export interface SentRow {
  readonly id: string
  readonly values: ReadonlyMap<string, unknown>
}

/** The rule that a row of another table must meet for its key to be changed from here; none for staff. */
export type LinkRule = (table: DataTable) => Folded
