import { type Row, SYSTEM_COLUMNS } from '@plinth/contract'

/** What is waiting to be saved of one row. */
export interface RowEdit {
  readonly state: 'changed' | 'added' | 'deleted'
  /** By the names that rows use on the wire. */
  readonly values: Readonly<Record<string, unknown>>
  /** Why a value could not be saved or cannot be. */
  readonly problems: Readonly<Record<string, string>>
  /** What somebody else made of the row in the meantime. */
  readonly theirs?: Row | undefined
}

interface CellChange {
  readonly id: string
  readonly column: string
  readonly from: unknown
  readonly to: unknown
}

/** One act of a person, as it can be taken back. */
export interface Step {
  readonly cells: readonly CellChange[]
  readonly added: readonly { id: string; values: Readonly<Record<string, unknown>> }[]
  readonly removed: readonly string[]
}

export interface Edits {
  readonly rows: ReadonlyMap<string, RowEdit>
  /** The stored side of every row that was ever touched. */
  readonly bases: ReadonlyMap<string, Row>
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const NO_EDITS: Edits = { rows: new Map(), bases: new Map(), past: [], future: [] }

/** A cell as it is shown: what waits for it, else what is stored. */
export function shownValue(edits: Edits, row: Row | { id: string }, column: string): unknown {
  const edit = edits.rows.get(row.id)
  if (edit && Object.hasOwn(edit.values, column)) return edit.values[column]
  const base = edits.bases.get(row.id) ?? row
  return (base as Record<string, unknown>)[column]
}

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_COLUMNS)

/** What of a row people write themselves. */
export function fieldsOf(row: Row | { id: string }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !SYSTEM.has(name)))
}

/** The n of 'Save Changes (n)': changed cells, and rows that come or go. */
export function countEdits({ rows }: Edits): number {
  let count = 0
  for (const { state, values } of rows.values()) {
    count += state === 'changed' ? Object.keys(values).length : 1
  }
  return count
}

export function listProblems({ rows }: Edits): { id: string; column: string; message: string }[] {
  return [...rows].flatMap(([id, { problems }]) =>
    Object.entries(problems).map(([column, message]) => ({ id, column, message })),
  )
}

/** The rows that somebody else changed as well, which wait for a decision. */
export function listUndecided({ rows }: Edits): string[] {
  return [...rows].flatMap(([id, { theirs }]) => (theirs === undefined ? [] : [id]))
}

/** The rows that are not stored yet, in the order in which they were added. */
export function listAdded({ rows }: Edits): string[] {
  return [...rows].flatMap(([id, { state }]) => (state === 'added' ? [id] : []))
}
