import type { Configuration } from '@plinth/contract'

/** One reason why something was refused; `path` is where it stands in the configuration's JSON. */
export type SchemaIssue = {
  tableId: string | null
  columnId: string | null
  path: string
  message: string
}

/** What an edit gives back: the whole next configuration, or why there is none. */
export type EditResult =
  | { ok: true; configuration: Configuration }
  | { ok: false; issues: SchemaIssue[] }

/** Gives a new id each time; handed in, because a pure function has no clock and no dice. */
export type NewId = () => string

/** The refusal of an edit for a single reason. */
export function rejectEdit(issue: Partial<SchemaIssue> & { message: string }): EditResult {
  return { ok: false, issues: [{ tableId: null, columnId: null, path: '', ...issue }] }
}
