import type { Row } from '@plinth/contract'
import { sameCell } from '../cells/cell-value.ts'
import {
  type Edits,
  fieldsOf,
  listProblems,
  listUndecided,
  type RowEdit,
  type Step,
} from './edits.ts'

export interface SaveResult {
  /** Saved rows, each with the id it had in the grid. */
  readonly stored: readonly { id: string; row: Row }[]
  readonly deleted: readonly string[]
  /** The edits that were sent; what was typed during the save differs from them and stays. */
  readonly sent?: Edits
}

function rename(step: Step, names: ReadonlyMap<string, string>): Step {
  const now = (id: string) => names.get(id) ?? id
  return {
    cells: step.cells.map((cell) => ({ ...cell, id: now(cell.id) })),
    added: step.added.map((added) => ({ ...added, id: now(added.id) })),
    removed: step.removed.map(now),
  }
}

/** The rest of an edit on top of a newer stored row; undefined if nothing is left. */
function editOnTop(edit: RowEdit, row: Row): RowEdit | undefined {
  if (edit.state === 'deleted') return edit
  const left = Object.entries(edit.values).filter(
    ([column, value]) => !sameCell(value, row[column]),
  )
  return left.length === 0
    ? undefined
    : { ...edit, state: 'changed', values: Object.fromEntries(left) }
}

/** Removes saved edits; failed ones stay, and every step can still be undone. */
export function applySaveResult(edits: Edits, { stored, deleted, sent }: SaveResult): Edits {
  const rows = new Map(edits.rows)
  const bases = new Map(edits.bases)
  const names = new Map<string, string>()
  for (const { id, row } of stored) {
    const edit = rows.get(id)
    const late = sent && edit && edit !== sent.rows.get(id) ? editOnTop(edit, row) : undefined
    rows.delete(id)
    if (late) rows.set(row.id, late)
    bases.set(row.id, row)
    if (row.id !== id) names.set(id, row.id)
  }
  for (const id of deleted) rows.delete(id)
  if (names.size === 0) return { ...edits, rows, bases }
  const steps = (list: readonly Step[]) => list.map((step) => rename(step, names))
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

/** The columns changed both here (or deleted with the row) and by another user. */
export function listClashes(
  edit: RowEdit,
  { base, theirs }: { base: Row | undefined; theirs: Row },
) {
  const isChanged = (column: string) => !sameCell(theirs[column], base?.[column])
  if (edit.state === 'deleted') return Object.keys(fieldsOf(theirs)).filter(isChanged)
  return Object.keys(edit.values).filter(
    (column) => isChanged(column) && !sameCell(theirs[column], edit.values[column]),
  )
}

/** Whether the stored version has every field; after a reload it lacks those that were not kept. */
function isWhole(base: Row, theirs: Row): boolean {
  return Object.keys(theirs).every((column) => Object.hasOwn(base, column))
}

/** Merges a newer stored row: edits of other cells stay, edits of the same cells need a decision. */
export function mergeTheirs(edits: Edits, theirs: Row): Edits {
  const base = edits.bases.get(theirs.id)
  const edit = edits.rows.get(theirs.id)
  if (!base) return edits
  const isSame = base.updatedOn === theirs.updatedOn
  if (isSame && isWhole(base, theirs)) return edits
  const bases = new Map(edits.bases).set(theirs.id, theirs)
  if (isSame || !edit) return { ...edits, bases }
  const rows = new Map(edits.rows)
  if (listClashes(edit, { base, theirs }).length > 0 || edit.state === 'deleted') {
    return {
      ...edits,
      rows: rows.set(theirs.id, { ...edit, theirs }),
      bases: bases.set(theirs.id, { ...theirs, ...base }),
    }
  }
  const left = editOnTop(edit, theirs)
  if (left) rows.set(theirs.id, left)
  else rows.delete(theirs.id)
  return { ...edits, rows, bases }
}

/** Keeps either the local edits of a row or the version another user stored. */
export function resolveClash(edits: Edits, id: string, side: 'mine' | 'theirs'): Edits {
  const edit = edits.rows.get(id)
  if (!edit?.theirs) return edits
  const { theirs, ...mine } = edit
  const rows = new Map(edits.rows)
  if (side === 'mine') rows.set(id, mine)
  else rows.delete(id)
  return { ...edits, rows, bases: new Map(edits.bases).set(id, theirs) }
}

/** The first cell with an error, or else the first conflicting cell. */
export function firstProblem(edits: Edits): { id: string; column: string | undefined } | undefined {
  const [problem] = listProblems(edits)
  const [id] = listUndecided(edits)
  if (problem || id === undefined) return problem
  const edit = edits.rows.get(id)
  if (!edit?.theirs) return undefined
  const [column] = listClashes(edit, { base: edits.bases.get(id), theirs: edit.theirs })
  return { id, column }
}
