import { type Row, SYSTEM_COLUMNS } from '@plinth/contract'

/** The unsaved edit of one row. */
export interface RowEdit {
  readonly state: 'changed' | 'added' | 'deleted'
  /** Values by field name, as in the API. */
  readonly values: Readonly<Record<string, unknown>>
  /** Validation errors by field name. */
  readonly problems: Readonly<Record<string, string>>
  /** The newer version of another user, if it conflicts with this edit. */
  readonly theirs?: Row | undefined
}

interface CellChange {
  readonly id: string
  readonly column: string
  readonly from: unknown
  readonly to: unknown
}

/** One undo step. */
export interface Step {
  readonly cells: readonly CellChange[]
  readonly added: readonly { id: string; values: Readonly<Record<string, unknown>> }[]
  readonly removed: readonly string[]
}

export interface Edits {
  readonly rows: ReadonlyMap<string, RowEdit>
  /** The stored version of every edited row. */
  readonly bases: ReadonlyMap<string, Row>
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const NO_EDITS: Edits = { rows: new Map(), bases: new Map(), past: [], future: [] }

/** The displayed value of a cell: the unsaved one, else the stored one. */
export function shownValue(edits: Edits, row: Row | { id: string }, column: string): unknown {
  const edit = edits.rows.get(row.id)
  if (edit && Object.hasOwn(edit.values, column)) return edit.values[column]
  const base = edits.bases.get(row.id) ?? row
  return (base as Record<string, unknown>)[column]
}

const SYSTEM: ReadonlySet<string> = new Set([...SYSTEM_COLUMNS, '$more'])

/** The values of a row without the system columns. */
export function fieldsOf(row: Row | { id: string }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !SYSTEM.has(name)))
}

/** What one row adds to the n of 'Save Changes (n)': its changed cells, or 1 if it is added or deleted. */
export function countEdit({ state, values }: RowEdit): number {
  return state === 'changed' ? Object.keys(values).length : 1
}

/** The n of 'Save Changes (n)': changed cells plus added and deleted rows. */
export function countEdits({ rows }: Edits): number {
  let count = 0
  for (const edit of rows.values()) count += countEdit(edit)
  return count
}

export function listProblems({ rows }: Edits): { id: string; column: string; message: string }[] {
  return [...rows].flatMap(([id, { problems }]) =>
    Object.entries(problems).map(([column, message]) => ({ id, column, message })),
  )
}

/** The rows in conflict with a change of another user. */
export function listUndecided({ rows }: Edits): string[] {
  return [...rows].flatMap(([id, { theirs }]) => (theirs === undefined ? [] : [id]))
}

/** The unsaved new rows, in the order they were added. */
export function listAdded({ rows }: Edits): string[] {
  return [...rows].flatMap(([id, { state }]) => (state === 'added' ? [id] : []))
}
