import type { Row } from '@plinth/contract'
import { sameCell } from '../cells/cell-value.ts'
import { reopenClash, settleClash } from './clashes.ts'
import {
  type CellChange,
  type Edits,
  fieldsOf,
  type OpenEdits,
  openEdits,
  type RowEdit,
  remember,
  type Step,
  shownValue,
  without,
} from './edits.ts'

const FRESH: RowEdit = { state: 'changed', values: {}, problems: {} }

/** A new value for a cell. */
export interface CellEdit {
  readonly row: Row | { id: string }
  readonly column: string
  readonly value: unknown
  readonly problem?: string | undefined
}

function isStored(row: Row | { id: string }): row is Row {
  return 'updatedOn' in row
}

/** Sets a cell; setting the stored value removes the edit. */
function putCell(open: OpenEdits, { row, column, value, problem }: CellEdit): void {
  const { rows, bases } = open
  const base = bases.get(row.id) ?? (isStored(row) ? row : undefined)
  const edit = rows.get(row.id) ?? FRESH
  if (base) bases.set(row.id, base)
  // In a clash, the value from before it is a choice of its own.
  const isBack = edit.state !== 'added' && sameCell(value, (edit.theirs ?? base)?.[column])
  const problems = without(edit.problems, column)
  const values = isBack ? without(edit.values, column) : { ...edit.values, [column]: value }
  const marked = problem === undefined || isBack ? problems : { ...problems, [column]: problem }
  rows.set(row.id, { ...edit, values, problems: marked })
  settleClash(open, row.id)
  if (isNothing(rows.get(row.id))) rows.delete(row.id)
}

function isNothing(edit: RowEdit | undefined): boolean {
  return edit?.state === 'changed' && Object.keys(edit.values).length === 0
}

/** The value of a cell that another user stored since a step; undefined if nobody did. */
function newerValue({ rows, bases }: OpenEdits, { id, column, known }: CellChange) {
  const edit = rows.get(id)
  const stored = edit?.theirs ?? bases.get(id)
  if (edit?.state === 'added' || !stored || sameCell(stored[column], known)) return undefined
  return { value: stored[column] }
}

/** Sets a cell back to its value before a step; the edit that the step began gives way to a newer value. */
function revertCell(open: OpenEdits, cell: CellChange): void {
  const { id, column, from, isFirst } = cell
  const newer = newerValue(open, cell)
  putCell(open, { row: { id }, column, value: newer && isFirst ? newer.value : from })
  if (newer && !isFirst) reopenClash(open, cell)
}

function repeatCell(open: OpenEdits, cell: CellChange): void {
  const newer = newerValue(open, cell)
  putCell(open, { row: { id: cell.id }, column: cell.column, value: cell.to })
  if (newer) reopenClash(open, cell)
}

/** The step of a cell that gets a new value; undefined if it has the value. */
function stepOf(edits: Edits, { row, column, value }: CellEdit): CellChange | undefined {
  const from = shownValue(edits, row, column)
  if (sameCell(from, value)) return undefined
  const { state, values } = edits.rows.get(row.id) ?? FRESH
  const isFirst = state !== 'added' && !Object.hasOwn(values, column)
  const stored: Readonly<Record<string, unknown>> = edits.bases.get(row.id) ?? row
  return { id: row.id, column, from, to: value, isFirst, known: stored[column] }
}

/** Sets cells as one undo step. */
export function setCells(edits: Edits, changes: readonly CellEdit[]): Edits {
  const cells = changes.flatMap((change) => stepOf(edits, change) ?? [])
  const hasProblem = changes.some(
    ({ row, column, problem }) =>
      problem !== undefined || edits.rows.get(row.id)?.problems[column] !== undefined,
  )
  if (cells.length === 0 && !hasProblem) return edits
  const open = openEdits(edits)
  for (const change of changes) putCell(open, change)
  return remember({ ...edits, ...open }, { cells })
}

export type NewRow = Step['added'][number]

/** Adds rows, which are stored with the next save. */
export function addRows(edits: Edits, added: readonly NewRow[]): Edits {
  const open = openEdits(edits)
  for (const { id, values } of added) open.rows.set(id, { state: 'added', values, problems: {} })
  return remember({ ...edits, ...open }, { added })
}

/** Marks rows for deletion with the next save; unsaved rows are removed at once. */
export function removeRows(edits: Edits, removed: readonly (Row | { id: string })[]): Edits {
  const open = openEdits(edits)
  const still = removed.filter(({ id }) => edits.rows.get(id)?.state !== 'deleted')
  if (still.length === 0) return edits
  for (const row of still) dropRow(open, row)
  return remember({ ...edits, ...open }, { removed: still.map(({ id }) => id) })
}

function dropRow({ rows, bases }: OpenEdits, row: Row | { id: string }): void {
  const edit = rows.get(row.id) ?? FRESH
  if (isStored(row) && !bases.has(row.id)) bases.set(row.id, row)
  if (edit.state === 'added') {
    rows.delete(row.id)
    // Undo needs the typed values.
    bases.set(row.id, { ...edit.values, id: row.id, createdOn: '', updatedOn: '' })
  } else rows.set(row.id, { ...edit, state: 'deleted' })
}

/** Undoes a removal: unmarks the row, or adds it as a new row if it was already deleted from the database. */
function restoreRow(open: OpenEdits, id: string): void {
  const { rows, bases } = open
  const edit = rows.get(id)
  if (edit?.state === 'deleted') {
    rows.set(id, { ...edit, state: 'changed' })
    settleClash(open, id)
    if (isNothing(rows.get(id))) rows.delete(id)
    return
  }
  const base = bases.get(id)
  if (!base || edit) return
  const values = fieldsOf(base)
  bases.delete(id)
  rows.set(id, { state: 'added', values, problems: {} })
}

function revertStep(open: OpenEdits, step: Step): Step {
  for (const cell of step.cells) revertCell(open, cell)
  const added = step.added.map(({ id, values }) => ({
    id,
    values: open.rows.get(id)?.values ?? values,
  }))
  for (const { id } of step.added) dropRow(open, { id })
  for (const id of step.removed) restoreRow(open, id)
  return { ...step, added }
}

function applyStep(open: OpenEdits, step: Step): void {
  for (const { id, values } of step.added) {
    open.bases.delete(id)
    open.rows.set(id, { state: 'added', values, problems: {} })
  }
  for (const cell of step.cells) repeatCell(open, cell)
  for (const id of step.removed) dropRow(open, { id })
}

/** Undoes the last step; after a save this creates edits that restore the previous values. */
export function undoEdits(edits: Edits): Edits {
  const step = edits.past.at(-1)
  if (!step) return edits
  const open = openEdits(edits)
  const undone = revertStep(open, step)
  return { ...open, past: edits.past.slice(0, -1), future: [undone, ...edits.future] }
}

export function redoEdits(edits: Edits): Edits {
  const [step, ...future] = edits.future
  if (!step) return edits
  const open = openEdits(edits)
  applyStep(open, step)
  return { ...open, past: [...edits.past, step], future }
}
