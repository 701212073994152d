import { type PlacedColumn, pinnedEdge } from '../columns/grid-layout.ts'
import type { CellPosition } from '../selection/selection.ts'

export const GRID_HEADER_HEIGHT = 36

interface Revealed {
  scroller: HTMLElement
  columns: readonly PlacedColumn[]
  rowHeight: number
}

/** Scrolls as little as needed to show the whole cell. */
export function revealCell(
  { scroller, columns, rowHeight }: Revealed,
  { row, col }: CellPosition,
): void {
  const top = row * rowHeight
  const bottom = top + rowHeight + GRID_HEADER_HEIGHT
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight
  }
  const column = columns[col]
  if (!column || column.isPinned) return
  const left = column.left - pinnedEdge(columns)
  const right = column.left + column.width
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (right > scroller.scrollLeft + scroller.clientWidth) {
    scroller.scrollLeft = Math.min(left, right - scroller.clientWidth)
  }
}
