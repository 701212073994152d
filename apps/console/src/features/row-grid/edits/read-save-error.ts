import { ApiError } from '@plinth/client'
import type { Row } from '@plinth/contract'
import { readStale } from '../../../api/read-stale.ts'

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && 'updatedOn' in value
}

/** The newer row that a stale save was answered with. */
export function readTheirs(error: unknown): Row | undefined {
  const details = readStale<{ theirs?: unknown }>(error)
  return isRow(details?.theirs) ? details.theirs : undefined
}

export interface StaleRow {
  id: string
  /** Null when somebody else deleted it. */
  theirs: Row | null
}

/** The rows that a write of many was refused for, as they are now. */
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

/** Why cells of a row were refused; what names none of them stands beside the first. */
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
    // A field that was not touched may be refused as well: a new row lacks what is required.
    return [{ column: column ?? path.split('.')[0] ?? '', message }]
  })
  if (found.length > 0) return found
  const [first] = columns
  return first === undefined ? [] : [{ column: first, message: error.message }]
}
