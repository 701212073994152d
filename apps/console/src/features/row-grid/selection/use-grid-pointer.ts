import { type PointerEvent, useRef } from 'react'
import { countPinned, type PlacedColumn, pinnedEdge } from '../columns/grid-layout.ts'
import { type CellPosition, type CellSelection, selectCell } from './selection.ts'
import type { GridActions } from './use-grid-state.ts'

interface GridPointer {
  columns: readonly PlacedColumn[]
  count: number
  rowHeight: number
  selection: CellSelection | undefined
  actions: GridActions
  focusGrid: () => void
  onOpenRow: (row: number) => void
}

function readPlace(target: EventTarget): { row: number; col: number | undefined } | undefined {
  if (!(target instanceof Element) || target.closest('[data-editor]')) return undefined
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
  if (row === undefined) return undefined
  const col = target.closest<HTMLElement>('[data-col]')?.dataset.col
  return { row: Number(row), col: col === undefined ? undefined : Number(col) }
}

/** Pointer handling: a click edits a cell, a drag or Shift selects a range, a row number selects the row. */
export function useGridPointer(grid: GridPointer) {
  const drag = useRef<{ isMoved: boolean; isRow: boolean }>(undefined)
  const last = grid.columns.length - 1

  const placeUnder = (event: PointerEvent<HTMLElement>): CellPosition => {
    const box = event.currentTarget.getBoundingClientRect()
    const scrolled = event.currentTarget.closest('[data-scroller]')?.scrollLeft ?? 0
    const inView = event.clientX - box.left - scrolled
    const isPinned = countPinned(grid.columns) > 0 && inView < pinnedEdge(grid.columns)
    const x = isPinned ? inView : inView + scrolled
    const row = Math.floor((event.clientY - box.top) / grid.rowHeight)
    const found = grid.columns.findIndex((column) => x < column.left + column.width)
    return {
      row: Math.max(0, Math.min(grid.count - 1, row)),
      col: found < 0 ? last : Math.max(0, found),
    }
  }
  const selectRow = (row: number, isFurther: boolean) => {
    const anchor = isFurther && grid.selection ? grid.selection.anchor.row : row
    // The row is under the pointer, so scrolling to its last column would move it away.
    grid.actions.select({ anchor: { row: anchor, col: 0 }, focus: { row, col: last } }, 'nothing')
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const at = readPlace(event.target)
      if (event.button !== 0 || !at) return
      event.preventDefault()
      grid.focusGrid()
      if (at.col === undefined) {
        const isOpener = (event.target as Element).closest('[data-open]') !== null
        selectRow(at.row, event.shiftKey)
        if (isOpener) return grid.onOpenRow(at.row)
        drag.current = { isMoved: true, isRow: true }
      } else if ((event.target as Element).closest('[data-related], [data-peek]')) {
        // The click follows the link, which must not be scrolled away from the pointer.
        return grid.actions.select(selectCell({ row: at.row, col: at.col }), 'nothing')
      } else {
        const cell = { row: at.row, col: at.col }
        const from = event.shiftKey && grid.selection ? grid.selection.anchor : cell
        grid.actions.select({ anchor: from, focus: cell })
        drag.current = { isMoved: event.shiftKey, isRow: false }
      }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = drag.current
      // Others may move the row under the pointer.
      const from = grid.selection?.anchor
      if (!now || !from) return
      const cell = placeUnder(event)
      if (!now.isMoved && cell.row === from.row && cell.col === from.col) return
      now.isMoved = true
      if (now.isRow) {
        grid.actions.select({ anchor: from, focus: { row: cell.row, col: last } }, 'row')
      } else grid.actions.select({ anchor: from, focus: cell })
    },
    onPointerUp() {
      const now = drag.current
      drag.current = undefined
      const cell = grid.selection?.anchor
      if (!now || now.isMoved || !cell) return
      grid.actions.select(selectCell(cell))
      grid.actions.edit(cell)
    },
    onPointerCancel() {
      drag.current = undefined
    },
  }
}
