import type { Folded } from '@plinth/expression'
import type { DataTable } from './data-model.ts'
import type { Statement } from './sql.ts'

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
}

/** What was sent for one row, found valid and with secrets hashed, by column name. */
export interface SentRow {
  readonly id: string
  readonly values: ReadonlyMap<string, unknown>
}

/** The rule that a row of another table must meet for its key to be changed from here; none for staff. */
export type LinkRule = (table: DataTable) => Folded
