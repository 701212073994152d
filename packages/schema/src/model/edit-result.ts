import type { Configuration } from '@plinth/contract'

/** One reason for rejecting an edit; `path` is its position in the configuration's JSON. */
export type SchemaIssue = {
  tableId: string | null
  columnId: string | null
  path: string
  message: string
}

/** Result of an edit: the complete new configuration, or the issues. */
export type EditResult =
  | { ok: true; configuration: Configuration }
  | { ok: false; issues: SchemaIssue[] }

/** Generates a new id. Passed in, because this package has no randomness. */
export type NewId = () => string

/** Rejects an edit for a single reason. */
export function rejectEdit(issue: Partial<SchemaIssue> & { message: string }): EditResult {
  return { ok: false, issues: [{ tableId: null, columnId: null, path: '', ...issue }] }
}
