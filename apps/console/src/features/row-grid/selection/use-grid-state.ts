import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Reading, readCell } from '../cells/read-cell.ts'
import {
  changeCells,
  editableField,
  type GridModel,
  isFileField,
  openableField,
  rowAt,
} from './grid-model.ts'
import { type CellPosition, type CellSelection, selectCell } from './selection.ts'

export interface Editing extends CellPosition {
  /** Whether the typed character replaces the current value. */
  isReplacing: boolean
  /** Files dropped on the cell. */
  dropped?: readonly File[]
}

/** Where the selection moves after an edit; `here` focuses the same cell, `stay` does not move the focus. */
export type Move = 'down' | 'up' | 'right' | 'left' | 'here' | 'stay'

export interface GridActions {
  select: (selection: CellSelection | undefined) => void
  /** Opens the editor of a cell synchronously, so that it receives the key that opened it. */
  edit: (cell: CellPosition, isReplacing?: boolean) => void
  /** Opens a file cell with the dropped files. */
  drop: (cell: CellPosition, files: readonly File[]) => void
  commit: (reading: Reading | undefined, move: Move) => void
  cancel: () => void
}

const STEPS: Record<Move, CellPosition> = {
  down: { row: 1, col: 0 },
  up: { row: -1, col: 0 },
  right: { row: 0, col: 1 },
  left: { row: 0, col: -1 },
  here: { row: 0, col: 0 },
  stay: { row: 0, col: 0 },
}

interface GridStateOptions {
  model: GridModel
  focusGrid: () => void
  reveal: (cell: CellPosition) => void
}

/** The selection and the cell being edited. */
export function useGridState({ model, focusGrid, reveal }: GridStateOptions) {
  const [selection, setSelection] = useState<CellSelection>()
  const [editing, setEditing] = useState<Editing>()

  const select = useCallback(
    (next: CellSelection | undefined) => {
      setSelection(next)
      if (next) reveal(next.focus)
    },
    [reveal],
  )
  const edit = (cell: CellPosition, isReplacing = false) => {
    const field = openableField(model, cell)
    if (!field || (isReplacing && isFileField(field))) return
    if (field.type === 'checkbox') {
      const row = rowAt(model, cell.row)
      const now = row ? model.store.get().edits.rows.get(row.id)?.values[field.name] : undefined
      const stored = (row as Record<string, unknown> | undefined)?.[field.name]
      const isOn = (now ?? stored) === true
      if (row) changeCells(model, [{ row, column: field.name, ...readCell(field, `${!isOn}`) }])
      return
    }
    flushSync(() => {
      reveal(cell)
      setEditing({ ...cell, isReplacing })
    })
  }
  const drop = (cell: CellPosition, dropped: readonly File[]) => {
    select(selectCell(cell))
    setEditing({ ...cell, isReplacing: false, dropped })
  }
  const commit = (reading: Reading | undefined, move: Move) => {
    if (!editing) return
    const field = editableField(model, editing)
    const row = rowAt(model, editing.row)
    if (move !== 'stay') focusGrid()
    flushSync(() => {
      setEditing(undefined)
      if (reading && field && row) changeCells(model, [{ row, column: field.name, ...reading }])
      if (move === 'stay') return
      const step = STEPS[move]
      const next = {
        row: Math.max(0, Math.min(model.count - 1, editing.row + step.row)),
        col: Math.max(0, Math.min(model.columns.length - 1, editing.col + step.col)),
      }
      select(selectCell(next))
    })
  }
  const cancel = () => {
    focusGrid()
    setEditing(undefined)
  }
  const actions: GridActions = { select, edit, drop, commit, cancel }
  return { selection, editing, actions }
}
