import type { Row } from '@plinth/contract'
import { readStopRefusal } from '../../../api/stop-refusal.ts'
import type { RowScope } from '../rows/row-scope.ts'
import type { Edits, RowEdit } from './edits.ts'
import { isMissingTable, readRowProblems, readTheirs } from './read-save-error.ts'

/** The outcome of a save by row. */
export interface Tally {
  stored: { id: string; row: Row }[]
  deleted: string[]
  /** Rows changed here and deleted by another user. */
  deletedByOthers: string[]
  problems: { id: string; column: string; message: string }[]
  theirs: Row[]
  /** Errors that do not name a cell. */
  failures: unknown[]
}

/** The context of a running save. */
export interface Saving {
  scope: RowScope
  edits: Edits
  tally: Tally
}

export type Entry = readonly [id: string, edit: RowEdit]

export function queryOf({ projectId, environment }: RowScope) {
  return { $projectId: projectId, $environment: environment }
}

/** Records the error of one row. */
export function recordError({ tally }: Saving, [id, edit]: Entry, error: unknown): void {
  if (isMissingTable(error)) {
    tally.failures.push(error)
    return
  }
  const theirs = readTheirs(error)
  const problems = readRowProblems(error, Object.keys(edit.values))
  if (theirs) tally.theirs.push(theirs)
  else if (problems.length > 0 && readStopRefusal(error) === undefined)
    tally.problems.push(...problems.map((one) => ({ id, ...one })))
  else tally.failures.push(error)
}
