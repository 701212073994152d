import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { openAccessDialog } from './access/access-request.ts'
import { GridMenu, type MenuPlace } from './menus/grid-menu.tsx'
import { conflictAt } from './selection/conflict-at.ts'
import { changeCells, clearRange, fillDown, rowAt } from './selection/grid-model.ts'
import { rangeOf, selectCell } from './selection/selection.ts'
import type { StoredGridState } from './use-stored-grid.ts'

interface GridMenuOptions {
  grid: StoredGridState
  tableId: string
  onPeek: () => void
  onOpenRow: () => void
  onFilter: (expression: string) => void
}

/** Opens the context menu of cells and rows by right click, the menu key or Shift+F10. */
export function useGridMenu({ grid, tableId, onPeek, onOpenRow, onFilter }: GridMenuOptions) {
  const [at, setAt] = useState<MenuPlace>()
  const { model, selection, actions, focusGrid } = grid
  const focus = selection?.focus ?? { row: 0, col: 0 }

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return
    const row = event.target.closest<HTMLElement>('[data-row]')?.dataset.row
    const col = event.target.closest<HTMLElement>('[data-col]')?.dataset.col
    if (row === undefined) return
    event.preventDefault()
    focusGrid()
    const isRows = col === undefined
    const cell = { row: Number(row), col: Number(col ?? 0) }
    const range = selection && rangeOf(selection)
    const isSelected =
      range !== undefined &&
      cell.row >= range.top &&
      cell.row <= range.bottom &&
      (isRows || (cell.col >= range.left && cell.col <= range.right))
    if (!isSelected) {
      const last = model.columns.length - 1
      const whole = { anchor: { ...cell, col: 0 }, focus: { ...cell, col: last } }
      actions.select(isRows ? whole : selectCell(cell), 'nothing')
    }
    setAt({ x: event.clientX, y: event.clientY, isRows })
  }
  /** Returns whether the key opens the menu. */
  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (!isMenuKey || event.target !== event.currentTarget || !selection) return false
    event.preventDefault()
    const cell = event.currentTarget.getAttribute('aria-activedescendant') ?? ''
    const box = (document.getElementById(cell) ?? event.currentTarget).getBoundingClientRect()
    setAt({ x: box.left + 12, y: box.bottom - 4, isRows: false })
    return true
  }
  const change = async (act: typeof fillDown) => {
    const loaded = await grid.loadSelected()
    if (loaded) changeCells(loaded.model, act(loaded.model, loaded.range))
  }
  /** An act that takes the focus runs after the menu has returned it to the grid. */
  const next = useRef<() => void>(undefined)
  const afterwards = (act: () => void) => () => {
    next.current = act
  }
  const leave = () => {
    focusGrid()
    next.current?.()
    next.current = undefined
  }
  const acts = {
    decide: (side: 'mine' | 'theirs') => conflictAt(model, focus)?.decide(side),
    edit: afterwards(() => actions.edit(focus)),
    copy: afterwards(() => document.execCommand('copy')),
    clear: () => void change(clearRange),
    fillDown: () => void change(fillDown),
    peek: afterwards(onPeek),
    filter: onFilter,
    openRow: afterwards(onOpenRow),
    addRow: afterwards(grid.addRow),
    showAccess: afterwards(() => {
      const row = rowAt(model, focus.row)
      openAccessDialog({ tableId, rowId: row && 'createdOn' in row ? row.id : undefined })
    }),
    deleteRows: () => void grid.deleteRows(),
  }
  const menu = (
    <GridMenu
      {...{ at, model, selection, acts }}
      onClose={() => setAt(undefined)}
      onLeave={leave}
    />
  )
  return { onContextMenu, press, menu }
}
