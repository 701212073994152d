import type { Column, Row } from '@plinth/contract'
import { countLinked } from '../cells/count-linked.ts'
import { printCell } from '../cells/print-cell.ts'
import { readCell } from '../cells/read-cell.ts'
import type { PlacedColumn } from '../columns/grid-layout.ts'
import { type CellEdit, setCells } from '../edits/change-edits.ts'
import { type Edits, shownValue } from '../edits/edits.ts'
import type { GridStore } from '../edits/grid-store.ts'
import type { Flashes } from '../marks/flashes.ts'
import type { RowPages } from '../rows/row-pages.ts'
import type { CellPosition, Range } from './selection.ts'

export type GridRowOf = Row | { id: string }

/** The data needed to read and edit cells by position. */
export interface GridModel {
  columns: readonly PlacedColumn[]
  /** Unsaved new rows, shown above the stored ones. */
  added: readonly { id: string }[]
  count: number
  pages: RowPages
  store: GridStore
  isReadOnly: boolean
  /** The cells that others have just changed. */
  flashes: Flashes
}

export function rowAt({ added, pages }: GridModel, index: number): GridRowOf | undefined {
  return added[index] ?? pages.get(index - added.length)
}

/** Loads the missing rows of a range. */
export function loadRows({ added, pages }: GridModel, { top, bottom }: Range): Promise<void> {
  const to = bottom + 1 - added.length
  return to <= 0 ? Promise.resolve() : pages.load(top - added.length, to)
}

/** Whether a field contains files, which cannot be entered as text. */
export function isFileField(field: Column): boolean {
  return field.type === 'image' || field.type === 'file'
}

/** A cell by its row, which may be anywhere. */
export interface RowCell {
  row: GridRowOf | undefined
  column: PlacedColumn | undefined
}

function cellAt(model: GridModel, { row, col }: CellPosition): RowCell {
  return { row: rowAt(model, row), column: model.columns[col] }
}

/** The field of a cell; undefined if the cell is read-only. */
export function editableIn(model: GridModel, { row, column }: RowCell): Column | undefined {
  const field = column?.field
  if (!field || !row || model.isReadOnly) return undefined
  if (model.store.get().edits.rows.get(row.id)?.state === 'deleted') return undefined
  // Saving the start of a list would unlink the rest.
  return countLinked(row, field.name) === undefined ? field : undefined
}

export function editableField(model: GridModel, cell: CellPosition): Column | undefined {
  return editableIn(model, cellAt(model, cell))
}

/** The field of a cell whose editor can be opened; file cells open for viewing even if read-only. */
export function openableIn(model: GridModel, cell: RowCell): Column | undefined {
  const field = cell.column?.field
  const isViewable = field !== undefined && isFileField(field) && cell.row !== undefined
  return isViewable ? field : editableIn(model, cell)
}

export function openableField(model: GridModel, cell: CellPosition): Column | undefined {
  return openableIn(model, cellAt(model, cell))
}

/**
 * The cell that Tab moves to, past read-only columns and over the end of the row. Undefined beyond the first and the
 * last row, where Tab leaves the grid.
 */
export function nextCell(
  { columns, count, isReadOnly }: Pick<GridModel, 'columns' | 'count' | 'isReadOnly'>,
  { row, col }: CellPosition,
  step: -1 | 1,
): CellPosition | undefined {
  const isStop = ({ field }: PlacedColumn) => isReadOnly || field !== undefined
  const stops = columns.some(isStop) ? columns.filter(isStop) : columns
  const cols = stops.map(({ at }) => at)
  const inRow = step > 0 ? cols.find((at) => at > col) : cols.findLast((at) => at < col)
  if (inRow !== undefined) return { row, col: inRow }
  const edge = step > 0 ? cols[0] : cols.at(-1)
  const next = row + step
  return edge === undefined || next < 0 || next >= count ? undefined : { row: next, col: edge }
}

export function valueIn({ store }: GridModel, { row, column }: RowCell): unknown {
  const stored = column?.stored
  if (!row || stored === undefined) return undefined
  return shownValue(store.get().edits, row, stored)
}

export function valueAt(model: GridModel, cell: CellPosition): unknown {
  return valueIn(model, cellAt(model, cell))
}

function textAt(model: GridModel, cell: CellPosition): string {
  return printCell(model.columns[cell.col]?.field, valueAt(model, cell))
}

/** The edit for a text in a cell; empty if the cell is not editable. */
function editOf(model: GridModel, cell: CellPosition, text: string): CellEdit[] {
  const field = editableField(model, cell)
  const row = rowAt(model, cell.row)
  if (!field || !row || (isFileField(field) && text !== '')) return []
  return [{ row, column: field.name, ...readCell(field, text) }]
}

export function changeCells({ store }: GridModel, edits: readonly CellEdit[]): void {
  if (edits.length > 0) store.change((now: Edits) => setCells(now, edits))
}

/** The cell texts of a range by row. */
export function textsIn(model: GridModel, { top, bottom, left, right }: Range): string[][] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (_, col) =>
      textAt(model, { row: top + row, col: left + col }),
    ),
  )
}

/** The edits to paste a block of texts; a single text or row fills the whole range. */
export function pasteInto(
  model: GridModel,
  range: Range,
  texts: readonly (readonly string[])[],
): { edits: CellEdit[]; range: Range } {
  const width = Math.max(...texts.map((cells) => cells.length))
  const height = texts.length
  const rows = height === 1 ? range.bottom - range.top + 1 : height
  const cols = width === 1 ? range.right - range.left + 1 : width
  const bottom = Math.min(model.count, range.top + rows) - 1
  const right = Math.min(model.columns.length, range.left + cols) - 1
  const edits: CellEdit[] = []
  for (let row = range.top; row <= bottom; row += 1) {
    const cells = texts[(row - range.top) % height] ?? []
    for (let col = range.left; col <= right; col += 1) {
      const text = cells[(col - range.left) % width]
      if (text !== undefined) edits.push(...editOf(model, { row, col }, text))
    }
  }
  return { edits, range: { ...range, bottom, right } }
}

/** The edits to fill a range with its first row. */
export function fillDown(model: GridModel, range: Range): CellEdit[] {
  if (range.top === range.bottom) return []
  const first = textsIn(model, { ...range, bottom: range.top })
  return pasteInto(model, { ...range, top: range.top + 1 }, first).edits
}

/** The edits to clear a range. */
export function clearRange(model: GridModel, range: Range): CellEdit[] {
  const edits: CellEdit[] = []
  for (let row = range.top; row <= range.bottom; row += 1) {
    for (let col = range.left; col <= range.right; col += 1) {
      edits.push(...editOf(model, { row, col }, ''))
    }
  }
  return edits
}

/** The values of a new row from a line of texts, starting at column `left`. */
export function valuesFrom(
  { columns }: GridModel,
  left: number,
  texts: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    texts.flatMap((text, at) => {
      const field = columns[left + at]?.field
      if (!field || isFileField(field) || text === '') return []
      return [[field.name, readCell(field, text).value]]
    }),
  )
}
