export interface CellPosition {
  row: number
  col: number
}

/** A range of cells from the anchor to the focus. */
export interface CellSelection {
  anchor: CellPosition
  focus: CellPosition
}

export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export interface Bounds {
  rows: number
  cols: number
  /** The number of rows in view. */
  page: number
}

export function selectCell(cell: CellPosition): CellSelection {
  return { anchor: cell, focus: cell }
}

export function rangeOf({ anchor, focus }: CellSelection): Range {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.col, focus.col),
    right: Math.max(anchor.col, focus.col),
  }
}

export function countCells({ top, bottom, left, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1)
}

function inside({ row, col }: CellPosition, { rows, cols }: Bounds): CellPosition {
  return {
    row: Math.max(0, Math.min(rows - 1, row)),
    col: Math.max(0, Math.min(cols - 1, col)),
  }
}

interface Press {
  key: string
  shiftKey: boolean
  /** Ctrl, or Cmd on a Mac. */
  mod: boolean
}

function step(
  { key, mod }: Press,
  { row, col }: CellPosition,
  bounds: Bounds,
): CellPosition | undefined {
  const far = Number.MAX_SAFE_INTEGER
  switch (key) {
    case 'ArrowUp':
      return { row: mod ? 0 : row - 1, col }
    case 'ArrowDown':
      return { row: mod ? far : row + 1, col }
    case 'ArrowLeft':
      return { row, col: mod ? 0 : col - 1 }
    case 'ArrowRight':
      return { row, col: mod ? far : col + 1 }
    case 'Home':
      return { row: mod ? 0 : row, col: 0 }
    case 'End':
      return { row: mod ? far : row, col: far }
    case 'PageUp':
      return { row: row - bounds.page, col }
    case 'PageDown':
      return { row: row + bounds.page, col }
    default:
      return undefined
  }
}

/** The selection after a navigation key; Ctrl moves to the edge, Shift extends. Undefined for other keys. */
export function moveSelection(
  selection: CellSelection,
  press: Press,
  bounds: Bounds,
): CellSelection | undefined {
  const next = step(press, selection.focus, bounds)
  if (!next || bounds.rows === 0) return undefined
  const focus = inside(next, bounds)
  return press.shiftKey ? { anchor: selection.anchor, focus } : selectCell(focus)
}

/** Clamps a selection to the existing cells. */
export function clampSelection(
  selection: CellSelection,
  bounds: Bounds,
): CellSelection | undefined {
  if (bounds.rows === 0 || bounds.cols === 0) return undefined
  return { anchor: inside(selection.anchor, bounds), focus: inside(selection.focus, bounds) }
}
