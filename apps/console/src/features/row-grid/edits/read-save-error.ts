import { ApiError } from '@plinth/client'
import type { Row } from '@plinth/contract'
import { readStale } from '../../../api/read-stale.ts'

/** Whether the table of a list or a save was not found: a save says of a missing row that it was deleted. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && 'updatedOn' in value
}

/** The newer row in a `stale` error of a single-row save. */
export function readTheirs(error: unknown): Row | undefined {
  const details = readStale<{ theirs?: unknown }>(error)
  return isRow(details?.theirs) ? details.theirs : undefined
}

export interface StaleRow {
  id: string
  /** Null if another user deleted it. */
  theirs: Row | null
}

/** The current versions of the rows in a `stale` error of a bulk write. */
export function readStaleRows(error: unknown): readonly StaleRow[] | undefined {
  const rows = readStale<{ rows?: unknown }>(error)?.rows
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  return rows.flatMap((row: { id?: unknown; theirs?: unknown }): StaleRow[] => {
    const theirs = isRow(row.theirs) ? row.theirs : null
    return typeof row.id === 'string' ? [{ id: row.id, theirs }] : []
  })
}

function columnOf(path: string, columns: readonly string[]): string | undefined {
  return columns.find((column) => path === column || path.startsWith(`${column}.`))
}

/** The validation errors by cell; an error that names no cell is shown at the first one. */
export function readRowProblems(
  error: unknown,
  columns: readonly string[],
): { column: string; message: string }[] {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'stale') return []
  const details: unknown[] = Array.isArray(error.details) ? error.details : []
  const found = details.flatMap((detail) => {
    if (typeof detail !== 'object' || detail === null) return []
    const { path, message } = detail as { path?: unknown; message?: unknown }
    if (typeof path !== 'string' || typeof message !== 'string') return []
    const column = columnOf(path, columns)
    // The error can name an unedited field, such as a required one that a new row lacks.
    return [{ column: column ?? path.split('.')[0] ?? '', message }]
  })
  if (found.length > 0) return found
  const [first] = columns
  return first === undefined ? [] : [{ column: first, message: error.message }]
}
