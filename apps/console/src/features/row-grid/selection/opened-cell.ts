import type { RowChange } from '@plinth/client'
import type { Row } from '@plinth/contract'
import type { PlacedColumn } from '../columns/grid-layout.ts'
import { clashAt } from '../edits/clashes.ts'
import { hintOf } from '../marks/waiting-hint.ts'
import { editableIn, type GridModel, type GridRowOf, openableIn, valueIn } from './grid-model.ts'

interface OpenedCell {
  column: PlacedColumn
  /** The row as it was when the editor opened. */
  row: GridRowOf
  /** The last change of the edited row, which it does not show yet. */
  waiting: RowChange<Row> | undefined
}

/** What the editor of a cell shows, and what others did to the cell meanwhile; undefined if it cannot be open. */
export function openedCell(model: GridModel, { column, row, waiting }: OpenedCell) {
  const cell = { row, column }
  const field = openableIn(model, cell)
  if (!field) return undefined
  const { edits } = model.store.get()
  const base = edits.bases.get(row.id)
  const theirs = clashAt(edits, { id: row.id, column: field.name })?.theirs
  const editor = {
    field,
    label: column.name,
    value: valueIn(model, cell),
    rowId: row.id,
    isReadOnly: editableIn(model, cell) === undefined,
  }
  // A conflict from before the editor opened, whose mark is below it.
  const known = theirs && { theirs: theirs.value }
  return { editor, hint: hintOf(waiting, { row, base, field }) ?? known }
}
