import type { Row } from '@plinth/contract'
import { sameCell } from '../cells/cell-value.ts'
import { type Edits, fieldsOf, type RowEdit, type Step, shownValue } from './edits.ts'

const MAX_STEPS = 200
const FRESH: RowEdit = { state: 'changed', values: {}, problems: {} }

/** A new value for a cell. */
export interface CellEdit {
  readonly row: Row | { id: string }
  readonly column: string
  readonly value: unknown
  readonly problem?: string | undefined
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, key)) return record
  const { [key]: _, ...rest } = record
  return rest
}

function isStored(row: Row | { id: string }): row is Row {
  return 'updatedOn' in row
}

interface Open {
  rows: Map<string, RowEdit>
  bases: Map<string, Row>
}

/** Sets a cell; setting the stored value removes the edit. */
function putCell({ rows, bases }: Open, { row, column, value, problem }: CellEdit): void {
  const base = bases.get(row.id) ?? (isStored(row) ? row : undefined)
  const edit = rows.get(row.id) ?? FRESH
  if (base) bases.set(row.id, base)
  const isBack = edit.state !== 'added' && sameCell(value, base?.[column])
  const problems = without(edit.problems, column)
  const values = isBack ? without(edit.values, column) : { ...edit.values, [column]: value }
  if (edit.state === 'changed' && Object.keys(values).length === 0) rows.delete(row.id)
  else {
    const marked = problem === undefined || isBack ? problems : { ...problems, [column]: problem }
    rows.set(row.id, { ...edit, values, problems: marked })
  }
}

function openEdits({ rows, bases }: Edits): Open {
  return { rows: new Map(rows), bases: new Map(bases) }
}

function remember(edits: Edits, open: Open, step: Step): Edits {
  return { ...open, past: [...edits.past, step].slice(-MAX_STEPS), future: [] }
}

/** Sets cells as one undo step. */
export function setCells(edits: Edits, changes: readonly CellEdit[]): Edits {
  const cells = changes.flatMap(({ row, column, value }) => {
    const from = shownValue(edits, row, column)
    return sameCell(from, value) ? [] : [{ id: row.id, column, from, to: value }]
  })
  const hasProblem = changes.some(
    ({ row, column, problem }) =>
      problem !== undefined || edits.rows.get(row.id)?.problems[column] !== undefined,
  )
  if (cells.length === 0 && !hasProblem) return edits
  const open = openEdits(edits)
  for (const change of changes) putCell(open, change)
  return remember(edits, open, { cells, added: [], removed: [] })
}

export type NewRow = Step['added'][number]

/** Adds rows, which are stored with the next save. */
export function addRows(edits: Edits, added: readonly NewRow[]): Edits {
  const open = openEdits(edits)
  for (const { id, values } of added) open.rows.set(id, { state: 'added', values, problems: {} })
  return remember(edits, open, { cells: [], added, removed: [] })
}

/** Marks rows for deletion with the next save; unsaved rows are removed at once. */
export function removeRows(edits: Edits, removed: readonly (Row | { id: string })[]): Edits {
  const open = openEdits(edits)
  const still = removed.filter(({ id }) => edits.rows.get(id)?.state !== 'deleted')
  if (still.length === 0) return edits
  for (const row of still) dropRow(open, row)
  return remember(edits, open, { cells: [], added: [], removed: still.map(({ id }) => id) })
}

function dropRow({ rows, bases }: Open, row: Row | { id: string }): void {
  const edit = rows.get(row.id) ?? FRESH
  if (isStored(row) && !bases.has(row.id)) bases.set(row.id, row)
  if (edit.state === 'added') {
    rows.delete(row.id)
    // Undo needs the typed values.
    bases.set(row.id, { ...edit.values, id: row.id, createdOn: '', updatedOn: '' })
  } else rows.set(row.id, { ...edit, state: 'deleted' })
}

/** Undoes a removal: unmarks the row, or adds it as a new row if it was already deleted from the database. */
function restoreRow({ rows, bases }: Open, id: string): void {
  const edit = rows.get(id)
  if (edit?.state === 'deleted') {
    if (Object.keys(edit.values).length === 0) rows.delete(id)
    else rows.set(id, { ...edit, state: 'changed' })
    return
  }
  const base = bases.get(id)
  if (!base || edit) return
  const values = fieldsOf(base)
  bases.delete(id)
  rows.set(id, { state: 'added', values, problems: {} })
}

function revertStep(open: Open, step: Step): Step {
  for (const { id, column, from } of step.cells) putCell(open, { row: { id }, column, value: from })
  const added = step.added.map(({ id, values }) => ({
    id,
    values: open.rows.get(id)?.values ?? values,
  }))
  for (const { id } of step.added) dropRow(open, { id })
  for (const id of step.removed) restoreRow(open, id)
  return { ...step, added }
}

function applyStep(open: Open, step: Step): void {
  for (const { id, values } of step.added) {
    open.bases.delete(id)
    open.rows.set(id, { state: 'added', values, problems: {} })
  }
  for (const { id, column, to } of step.cells) putCell(open, { row: { id }, column, value: to })
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
