import type { Row } from '@plinth/contract'
import type { RowScope } from '../rows/row-scope.ts'
import type { Edits, RowEdit } from './edits.ts'
import { readRowProblems, readTheirs } from './read-save-error.ts'

/** What has become of rows so far. */
export interface Tally {
  stored: { id: string; row: Row }[]
  deleted: string[]
  /** Rows that were changed here and deleted by somebody else. */
  deletedByOthers: string[]
  problems: { id: string; column: string; message: string }[]
  theirs: Row[]
  /** What failed without saying which cell. */
  failures: unknown[]
}

/** A save that is under way. */
export interface Saving {
  scope: RowScope
  edits: Edits
  tally: Tally
}

export type Entry = readonly [id: string, edit: RowEdit]

export function queryOf({ projectId, environment }: RowScope) {
  return { $projectId: projectId, $environment: environment }
}

/** Notes what an answer says about one row that was not taken. */
export function recordError({ tally }: Saving, [id, edit]: Entry, error: unknown): void {
  const theirs = readTheirs(error)
  const problems = readRowProblems(error, Object.keys(edit.values))
  if (theirs) tally.theirs.push(theirs)
  else if (problems.length > 0) tally.problems.push(...problems.map((one) => ({ id, ...one })))
  else tally.failures.push(error)
}
