import type { KeyboardEvent } from 'react'
import { redoEdits, undoEdits } from '../edits/change-edits.ts'
import { changeCells, clearRange, fillDown, type GridModel, nextCell } from './grid-model.ts'
import { type CellSelection, moveSelection, selectCell } from './selection.ts'
import type { GridActions } from './use-grid-state.ts'
import type { LoadSelected } from './use-load-selected.ts'

export interface GridKeys {
  model: GridModel
  /** Undefined also while the selected rows are not in the list. */
  selection: CellSelection | undefined
  /** Where navigation keys start from if nothing is selected. */
  start: CellSelection
  loadSelected: LoadSelected
  /** The number of rows in view. */
  page: number
  actions: GridActions
  onOpenRow: (row: number) => void
  onDeleteRows: () => void
  onJump: () => void
  onAddRow: () => void
  /** Called to show the related rows of the cell. */
  onPeek: () => void
}

/** Applies fill down or clear after loading the rows of the range that are out of view. */
async function changeRange({ loadSelected }: GridKeys, act: typeof fillDown) {
  const loaded = await loadSelected()
  if (loaded) changeCells(loaded.model, act(loaded.model, loaded.range))
}

function pressWithMod(event: KeyboardEvent, keys: GridKeys): boolean {
  const { store, count, columns } = keys.model
  switch (event.key.toLowerCase()) {
    case 'a':
      keys.actions.select({
        anchor: { row: 0, col: 0 },
        focus: { row: count - 1, col: columns.length - 1 },
      })
      return true
    case 'd':
      void changeRange(keys, fillDown)
      return true
    case 'g':
      keys.onJump()
      return true
    case 'y':
      store.change(redoEdits)
      return true
    case 'z':
      store.change(event.shiftKey ? redoEdits : undoEdits)
      return true
    case 's':
      void store.save()
      return store.get().edits.rows.size > 0
    case 'enter':
      keys.onAddRow()
      return true
    case 'delete':
    case 'backspace':
      keys.onDeleteRows()
      return true
    default:
      return false
  }
}

function pressPlain(event: KeyboardEvent, keys: GridKeys, selection: CellSelection): boolean {
  const { focus } = selection
  const isCheckbox = keys.model.columns[focus.col]?.field?.type === 'checkbox'
  switch (event.key) {
    case 'Enter':
    case 'F2':
      keys.actions.edit(focus)
      return true
    case 'Delete':
    case 'Backspace':
      void changeRange(keys, clearRange)
      return true
    case 'Tab': {
      const next = nextCell(keys.model, focus, event.shiftKey ? -1 : 1)
      if (!keys.actions.tabs.isOn || !next) return false
      keys.actions.select(selectCell(next))
      return true
    }
    case 'Escape':
      // An editor that is still loading does not have the focus, so it is cancelled here.
      keys.actions.cancel()
      keys.actions.select(selectCell(selection.anchor))
      keys.actions.tabs.isOn = false
      return true
    case ' ':
      if (isCheckbox) keys.actions.edit(focus)
      else keys.onOpenRow(focus.row)
      return true
    default:
      return false
  }
}

/** The key handler of the grid while no cell is being edited. */
export function useGridKeys(keys: GridKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.altKey) {
      if (event.key !== 'Enter') return
      event.preventDefault()
      return keys.onPeek()
    }
    const { model, actions, selection } = keys
    const mod = event.ctrlKey || event.metaKey
    const bounds = { rows: model.count, cols: model.columns.length, page: keys.page }
    const press = { key: event.key, shiftKey: event.shiftKey, mod }
    const moved = moveSelection(selection ?? keys.start, press, bounds)
    if (moved) actions.select(moved)
    const act = () =>
      mod
        ? pressWithMod(event, keys)
        : selection !== undefined && pressPlain(event, keys, selection)
    const isDone = moved !== undefined || act()
    if (isDone) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key.length === 1 && !mod && selection) {
      // No preventDefault: the editor takes the focus synchronously and receives the character.
      event.stopPropagation()
      actions.edit(selection.focus, true)
    }
  }
}
