import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Reading, readCell } from '../cells/read-cell.ts'
import {
  changeCells,
  editableField,
  type GridModel,
  isFileField,
  nextCell,
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
  /** Scrolls to the focus unless told to scroll to its row only, or not at all. */
  select: (selection: CellSelection | undefined, reveal?: 'cell' | 'row' | 'nothing') => void
  /** Opens the editor of a cell synchronously, so that it receives the key that opened it. */
  edit: (cell: CellPosition, isReplacing?: boolean) => void
  /** Opens a file cell with the dropped files. */
  drop: (cell: CellPosition, files: readonly File[]) => void
  commit: (reading: Reading | undefined, move: Move) => void
  cancel: () => void
  /** Whether Tab moves between cells: from the first key or click in the grid until Escape or another control. */
  tabs: { isOn: boolean }
}

/** The cell after an edit; at the edge of the table it stays. */
function cellAfter(model: GridModel, { row, col }: CellPosition, move: Move): CellPosition {
  if (move === 'right') return nextCell(model, { row, col }, 1) ?? { row, col }
  if (move === 'left') return nextCell(model, { row, col }, -1) ?? { row, col }
  const step = move === 'down' ? 1 : move === 'up' ? -1 : 0
  return { row: Math.max(0, Math.min(model.count - 1, row + step)), col }
}

/** Scrolls to a row whatever column is in view. */
const NO_COLUMN = -1

interface GridStateOptions {
  model: GridModel
  focusGrid: () => void
  reveal: (cell: CellPosition) => void
}

/** The selection and the cell being edited. */
export function useGridState({ model, focusGrid, reveal }: GridStateOptions) {
  const [selection, setSelection] = useState<CellSelection>()
  const [editing, setEditing] = useState<Editing>()
  const isClosing = useRef(false)
  const tabs = useRef({ isOn: false }).current

  const select = useCallback(
    (next: CellSelection | undefined, shown: 'cell' | 'row' | 'nothing' = 'cell') => {
      setSelection(next)
      tabs.isOn = true
      if (!next || shown === 'nothing') return
      reveal(shown === 'cell' ? next.focus : { ...next.focus, col: NO_COLUMN })
    },
    [reveal, tabs],
  )
  const edit = (cell: CellPosition, isReplacing = false) => {
    const field = openableField(model, cell)
    tabs.isOn = true
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
    // Focusing the grid blurs the editor, which would commit a second time.
    if (!editing || isClosing.current) return
    const field = editableField(model, editing)
    const row = rowAt(model, editing.row)
    isClosing.current = true
    if (move !== 'stay') focusGrid()
    isClosing.current = false
    flushSync(() => {
      setEditing(undefined)
      if (reading && field && row) changeCells(model, [{ row, column: field.name, ...reading }])
      if (move === 'stay') return
      select(selectCell(cellAfter(model, editing, move)))
    })
  }
  const cancel = () => {
    isClosing.current = true
    focusGrid()
    isClosing.current = false
    setEditing(undefined)
  }
  const actions: GridActions = { select, edit, drop, commit, cancel, tabs }
  return { selection, editing, actions }
}
