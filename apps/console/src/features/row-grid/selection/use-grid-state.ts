import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Reading, readCell } from '../cells/read-cell.ts'
import {
  type FollowedSelection,
  focusIdOf,
  followSelection,
  guessPlace,
  placesIn,
  startFollowing,
} from './follow-selection.ts'
import {
  changeCells,
  editableIn,
  type GridModel,
  type GridRowOf,
  isFileField,
  nextCell,
  openableField,
  rowAt,
  valueAt,
} from './grid-model.ts'
import { type CellPosition, type CellSelection, selectCell } from './selection.ts'

export interface Editing extends CellPosition {
  /** The row as it was when the editor opened: what others change meanwhile is a clash. */
  target: GridRowOf
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

/** The selection, which stays with its rows. */
function useFollowedSelection(model: GridModel) {
  const [state, setFollowed] = useState<FollowedSelection>()
  const followed = state && followSelection(state, placesIn(model))
  // While rendering, so that no key can act on another row.
  if (followed !== state) setFollowed(followed)

  const { pages } = model
  const added = model.added.length
  const id = followed && focusIdOf(followed)
  const row = followed?.selection.focus.row
  const isLost = followed?.isLost ?? false
  const index = row === undefined || isLost || row < added ? undefined : row - added
  useLayoutEffect(() => pages.keep({ id, index }), [pages, id, index])

  const guess =
    followed && isLost && pages.isSettled() ? guessPlace(followed, model.count) : undefined
  useEffect(() => {
    if (guess !== undefined && guess >= added) void pages.load(guess - added, guess - added + 1)
  }, [pages, guess, added])
  return { followed, setFollowed }
}

/** An open editor follows its row; one that is not in the list stays where it is. */
function placeEditor(model: GridModel, editing: Editing): Editing {
  const { row, target } = editing
  if (rowAt(model, row)?.id === target.id) return editing
  return { ...editing, row: placesIn(model).indexOf(target.id) ?? row }
}

/** The selection and the cell being edited. */
export function useGridState({ model, focusGrid, reveal }: GridStateOptions) {
  const { followed, setFollowed } = useFollowedSelection(model)
  const [opened, setEditing] = useState<Editing>()
  const selection = followed?.isLost ? undefined : followed?.selection
  const editing = opened && placeEditor(model, opened)
  const isClosing = useRef(false)
  const tabs = useRef({ isOn: false }).current

  const select = useCallback(
    (next: CellSelection | undefined, shown: 'cell' | 'row' | 'nothing' = 'cell') => {
      setFollowed(next && startFollowing(next))
      tabs.isOn = true
      if (!next || shown === 'nothing') return
      reveal(shown === 'cell' ? next.focus : { ...next.focus, col: NO_COLUMN })
    },
    [reveal, tabs, setFollowed],
  )
  const edit = (cell: CellPosition, isReplacing = false) => {
    const field = openableField(model, cell)
    tabs.isOn = true
    const row = rowAt(model, cell.row)
    if (!field || !row || (isReplacing && isFileField(field))) return
    if (field.type === 'checkbox') {
      const isOn = valueAt(model, cell) === true
      changeCells(model, [{ row, column: field.name, ...readCell(field, `${!isOn}`) }])
      return
    }
    flushSync(() => {
      reveal(cell)
      setEditing({ ...cell, target: row, isReplacing })
    })
  }
  const drop = (cell: CellPosition, dropped: readonly File[]) => {
    const target = rowAt(model, cell.row)
    select(selectCell(cell))
    if (target) setEditing({ ...cell, target, isReplacing: false, dropped })
  }
  const commit = (reading: Reading | undefined, move: Move) => {
    // Focusing the grid blurs the editor, which would commit a second time.
    if (!editing || isClosing.current) return
    const { target: row } = editing
    const field = editableIn(model, { row, column: model.columns[editing.col] })
    isClosing.current = true
    if (move !== 'stay') focusGrid()
    isClosing.current = false
    flushSync(() => {
      setEditing(undefined)
      if (reading && field) changeCells(model, [{ row, column: field.name, ...reading }])
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
  return { followed, selection, editing, actions }
}
