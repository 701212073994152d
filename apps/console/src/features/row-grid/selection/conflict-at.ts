import { type Conflict, conflictOf } from '../edits/conflict-of.ts'
import { type GridModel, rowAt } from './grid-model.ts'
import type { CellPosition } from './selection.ts'

/** The conflict of the cell at a place of the grid. */
export function conflictAt(model: GridModel, { row, col }: CellPosition): Conflict | undefined {
  const id = rowAt(model, row)?.id
  const column = model.columns[col]?.stored
  if (id === undefined || column === undefined) return undefined
  return conflictOf(model.store, { id, column })
}
