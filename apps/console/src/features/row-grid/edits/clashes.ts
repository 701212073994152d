import type { Row } from '@plinth/contract'
import { sameCell } from '../cells/cell-value.ts'
import {
  type CellChange,
  type Edits,
  fieldsOf,
  listProblems,
  type OpenEdits,
  openEdits,
  type RowEdit,
  remember,
  type Step,
  without,
} from './edits.ts'

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

/** The rest of an edit on top of a newer stored row; undefined if nothing is left. */
export function editOnTop(edit: RowEdit, row: Row): RowEdit | undefined {
  const { theirs: _, ...mine } = edit
  if (edit.state === 'deleted') return mine
  const left = Object.entries(edit.values).filter(
    ([column, value]) => !sameCell(value, row[column]),
  )
  return left.length === 0
    ? undefined
    : { ...mine, state: 'changed', values: Object.fromEntries(left) }
}

/** Whether the stored version has every field; after a reload it lacks those that were not kept. */
function isWhole(base: Row, theirs: Row): boolean {
  return Object.keys(theirs).every((column) => Object.hasOwn(base, column))
}

/** Puts an edit without a clash on top of a newer stored row. */
function rebase({ rows, bases }: OpenEdits, edit: RowEdit, row: Row): void {
  const left = editOnTop(edit, row)
  if (left) rows.set(row.id, left)
  else rows.delete(row.id)
  bases.set(row.id, row)
}

/**
 * The newer row with the old values of the cells to decide. It keeps the old version, so that a save of the row is
 * refused until every cell is decided, and so that a reload finds the clash again.
 */
function baseOfClash(base: Row, { theirs, clashes }: { theirs: Row; clashes: readonly string[] }) {
  const old = Object.fromEntries(clashes.map((column) => [column, base[column]]))
  return { ...theirs, ...old, updatedOn: base.updatedOn }
}

/** Merges a newer stored row: edits of other cells stay, edits of the same cells need a decision. */
export function mergeTheirs(edits: Edits, theirs: Row): Edits {
  const base = edits.bases.get(theirs.id)
  const edit = edits.rows.get(theirs.id)
  if (!base) return edits
  const isSame = base.updatedOn === theirs.updatedOn
  if (isSame && isWhole(base, theirs)) return edits
  const open = openEdits(edits)
  const clashes = edit ? listClashes(edit, { base, theirs }) : []
  if (isSame || !edit) open.bases.set(theirs.id, theirs)
  else if (edit.state === 'deleted' || clashes.length > 0) {
    open.rows.set(theirs.id, { ...edit, ...editOnTop(edit, theirs), theirs })
    open.bases.set(theirs.id, baseOfClash(base, { theirs, clashes }))
  } else rebase(open, edit, theirs)
  return { ...edits, ...open }
}

/** Ends the clash of a row that has no cell left to decide. */
export function settleClash(open: OpenEdits, id: string): void {
  const edit = open.rows.get(id)
  if (!edit?.theirs || edit.state === 'deleted') return
  const { theirs } = edit
  if (listClashes(edit, { base: open.bases.get(id), theirs }).length === 0)
    rebase(open, edit, theirs)
}

/** Marks a cell as a clash again: an undo or redo brought an edit back over the newer value of another user. */
export function reopenClash(open: OpenEdits, { id, column, known }: CellChange): void {
  const edit = open.rows.get(id)
  const base = open.bases.get(id)
  if (edit?.state !== 'changed' || !base || !Object.hasOwn(edit.values, column)) return
  // An older version, so that a reload finds the clash too.
  const older = edit.theirs ? base : { ...base, updatedOn: base.createdOn }
  open.rows.set(id, { ...edit, theirs: edit.theirs ?? base })
  open.bases.set(id, { ...older, [column]: known })
}

/** The steps without the removal of a row that was kept after all; undoing it would add the row once more. */
function withoutRemoval(steps: readonly Step[], id: string): Step[] {
  return steps.flatMap((step) => {
    if (!step.removed.includes(id)) return [step]
    const removed = step.removed.filter((one) => one !== id)
    const isEmpty = step.cells.length + step.added.length + removed.length === 0
    return isEmpty ? [] : [{ ...step, removed }]
  })
}

function withoutCell(edit: RowEdit, column: string): RowEdit {
  const [values, problems] = [without(edit.values, column), without(edit.problems, column)]
  return { ...edit, values, problems }
}

/** Keeps either the local edit of a cell or the value another user stored; a deleted row is decided as a whole. */
export function resolveClash(
  edits: Edits,
  { id, column }: { id: string; column: string },
  side: 'mine' | 'theirs',
): Edits {
  const edit = edits.rows.get(id)
  if (!edit?.theirs) return edits
  const { theirs } = edit
  const open = openEdits(edits)
  if (edit.state === 'deleted') {
    if (side === 'mine') rebase(open, edit, theirs)
    else open.rows.set(id, { ...edit, state: 'changed' })
    settleClash(open, id)
    const past = side === 'mine' ? edits.past : withoutRemoval(edits.past, id)
    return { ...edits, ...open, past }
  }
  const base = open.bases.get(id)
  const [from, to, known] = [edit.values[column], theirs[column], base?.[column]]
  open.bases.set(id, { ...(base ?? { id }), [column]: to } as Row)
  if (side === 'theirs') open.rows.set(id, withoutCell(edit, column))
  settleClash(open, id)
  const decided = { ...edits, ...open }
  if (side === 'mine') return decided
  return remember(decided, { cells: [{ id, column, from, to, isFirst: false, known }] })
}

/** What another user did to a cell, or to a row that is deleted here. */
export interface Clash {
  isDeleted: boolean
  /** The value that they stored; undefined if this cell is as it was. */
  theirs: { value: unknown } | undefined
}

/** The clash of a cell, if it has one; that of a deleted row is in all of its cells. */
export function clashAt(
  edits: Edits,
  { id, column }: { id: string; column: string },
): Clash | undefined {
  const edit = edits.rows.get(id)
  if (!edit?.theirs) return undefined
  const isDeleted = edit.state === 'deleted'
  const isTheirs = listClashes(edit, { base: edits.bases.get(id), theirs: edit.theirs }).includes(
    column,
  )
  if (!isTheirs && !isDeleted) return undefined
  return { isDeleted, theirs: isTheirs ? { value: edit.theirs[column] } : undefined }
}

/** A cell that needs attention; without a column if a row with no changed field is to be decided. */
export interface Attention {
  id: string
  column: string | undefined
}

/** The cells with an error, then those in a clash. A deleted row counts as one, because it is decided as a whole. */
export function listAttention(edits: Edits): Attention[] {
  const clashes = [...edits.rows].flatMap(([id, edit]): Attention[] => {
    const { theirs, problems } = edit
    if (!theirs) return []
    const columns = listClashes(edit, { base: edits.bases.get(id), theirs })
    if (edit.state === 'deleted') return [{ id, column: columns[0] }]
    return columns.flatMap((column) => (problems[column] === undefined ? [{ id, column }] : []))
  })
  return [...listProblems(edits), ...clashes]
}
