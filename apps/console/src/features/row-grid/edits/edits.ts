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

export interface CellChange {
  readonly id: string
  readonly column: string
  readonly from: unknown
  readonly to: unknown
  /** Whether the step began the edit: then `from` is the stored value. */
  readonly isFirst: boolean
  /** The stored value when the step was made, or what was saved here since; any other is another user's. */
  readonly known: unknown
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

const MAX_STEPS = 200

/** Adds an undo step, after which nothing can be redone. */
export function remember(edits: Edits, step: Partial<Step>): Edits {
  const past = [...edits.past, { cells: [], added: [], removed: [], ...step }].slice(-MAX_STEPS)
  return { ...edits, past, future: [] }
}

/** A copy of the edits to change. */
export interface OpenEdits {
  rows: Map<string, RowEdit>
  bases: Map<string, Row>
}

export function openEdits({ rows, bases }: Edits): OpenEdits {
  return { rows: new Map(rows), bases: new Map(bases) }
}

/** A record without one of its keys. */
export function without<T>(
  record: Readonly<Record<string, T>>,
  key: string,
): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, key)) return record
  const { [key]: _, ...rest } = record
  return rest
}

export const NO_EDITS: Edits = { rows: new Map(), bases: new Map(), past: [], future: [] }

/** The stored row as it is displayed; the base of a clash has the version from before it. */
export function shownRow(stored: Row | { id: string }, edit: RowEdit | undefined) {
  const row: Record<string, unknown> = stored
  return edit?.theirs ? { ...row, updatedOn: edit.theirs.updatedOn } : row
}

/** The displayed value of a cell: the unsaved one, else the stored one. */
export function shownValue(edits: Edits, row: Row | { id: string }, column: string): unknown {
  const edit = edits.rows.get(row.id)
  if (edit && Object.hasOwn(edit.values, column)) return edit.values[column]
  return shownRow(edits.bases.get(row.id) ?? row, edit)[column]
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
