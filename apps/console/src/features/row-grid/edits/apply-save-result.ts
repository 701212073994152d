import type { Row } from '@plinth/contract'
import { editOnTop } from './clashes.ts'
import { type CellChange, type Edits, fieldsOf, type RowEdit, type Step } from './edits.ts'

export interface SaveResult {
  /** Saved rows, each with the id it had in the grid. */
  readonly stored: readonly { id: string; row: Row }[]
  readonly deleted: readonly string[]
  /** The edits that were sent; what was typed during the save differs from them and stays. */
  readonly sent?: Edits
}

interface SavedRow {
  stored: Row
  sent: RowEdit['values']
}

interface Saved {
  /** The new ids by those that rows had in the grid. */
  names: ReadonlyMap<string, string>
  saved: ReadonlyMap<string, SavedRow>
}

/** A step with the ids that rows got, and with the values that were saved here: they are no other user's. */
function rename(step: Step, { names, saved }: Saved): Step {
  const now = (id: string) => names.get(id) ?? id
  const cells = step.cells.map((cell): CellChange => {
    const row = saved.get(cell.id)
    const isSaved = row && Object.hasOwn(row.sent, cell.column)
    return { ...cell, id: now(cell.id), ...(isSaved && { known: row.stored[cell.column] }) }
  })
  return {
    cells,
    added: step.added.map((added) => ({ ...added, id: now(added.id) })),
    removed: step.removed.map(now),
  }
}

/** Removes saved edits; failed ones stay, and every step can still be undone. */
export function applySaveResult(edits: Edits, { stored, deleted, sent }: SaveResult): Edits {
  const rows = new Map(edits.rows)
  const bases = new Map(edits.bases)
  const names = new Map<string, string>()
  const saved: Map<string, SavedRow> = new Map()
  for (const { id, row } of stored) {
    const edit = rows.get(id)
    saved.set(id, { stored: row, sent: (sent ?? edits).rows.get(id)?.values ?? {} })
    const late = sent && edit && edit !== sent.rows.get(id) ? editOnTop(edit, row) : undefined
    rows.delete(id)
    if (late) rows.set(row.id, late)
    bases.set(row.id, row)
    if (row.id !== id) names.set(id, row.id)
  }
  for (const id of deleted) rows.delete(id)
  if (saved.size === 0) return { ...edits, rows, bases }
  const steps = (list: readonly Step[]) => list.map((step) => rename(step, { names, saved }))
  return { rows, bases, past: steps(edits.past), future: steps(edits.future) }
}

/** Adds the reasons why cells could not be saved. */
export function markProblems(
  edits: Edits,
  problems: readonly { id: string; column: string; message: string }[],
): Edits {
  const rows = new Map(edits.rows)
  for (const { id, column, message } of problems) {
    const edit = rows.get(id)
    if (edit) rows.set(id, { ...edit, problems: { ...edit.problems, [column]: message } })
  }
  return { ...edits, rows }
}

/** Turns edits of rows that another user deleted into new rows, so that the edits are not lost. */
export function readdDeleted(edits: Edits, ids: readonly string[]): Edits {
  const rows = new Map(edits.rows)
  const bases = new Map(edits.bases)
  for (const id of ids) {
    const edit = rows.get(id)
    if (edit?.state !== 'changed') continue
    const values = { ...fieldsOf(bases.get(id) ?? { id }), ...edit.values }
    rows.set(id, { state: 'added', values, problems: {} })
    bases.delete(id)
  }
  return { ...edits, rows, bases }
}
