import { COLUMN_WIDTH, type GridColumn } from './grid-columns.ts'

/** The width of the row number column. */
export const GUTTER = 52

export interface PlacedColumn extends GridColumn {
  at: number
  left: number
  width: number
  /** Stays at the left while the other columns scroll; pinned columns are the first ones. */
  isPinned: boolean
}

export type Widths = Readonly<Record<string, number>>

/** The columns with their left offsets; those of `pinned` must be the first ones. */
export function placeColumns(
  columns: readonly GridColumn[],
  widths: Widths,
  pinned: readonly string[] = [],
): PlacedColumn[] {
  const isPinned = new Set(pinned)
  let left = GUTTER
  return columns.map((column, at) => {
    const width = widths[column.key] ?? COLUMN_WIDTH
    const placed = { ...column, at, left, width, isPinned: isPinned.has(column.key) }
    left += width
    return placed
  })
}

/** Columns in the user's order; columns without one keep their position in the table. */
export function orderColumns(
  columns: readonly GridColumn[],
  order: readonly string[],
): GridColumn[] {
  const columnByKey = new Map(columns.map((column) => [column.key, column]))
  const ordered = order.filter((key) => columnByKey.has(key))
  const wanted = new Set(ordered)
  const sequence = ordered[Symbol.iterator]()
  return columns.flatMap((column) => {
    if (!wanted.has(column.key)) return [column]
    const next = sequence.next()
    return next.done ? [] : (columnByKey.get(next.value) ?? [])
  })
}

/** Pinned columns first; the order within both groups stays. */
export function pinFirst(columns: readonly GridColumn[], pinned: readonly string[]): GridColumn[] {
  const isPinned = new Set(pinned)
  return [
    ...columns.filter(({ key }) => isPinned.has(key)),
    ...columns.filter(({ key }) => !isPinned.has(key)),
  ]
}

/** The number of pinned columns, which are the first ones. */
export function countPinned(columns: readonly PlacedColumn[]): number {
  const at = columns.findIndex(({ isPinned }) => !isPinned)
  return at < 0 ? columns.length : at
}

/** The right edge of the row numbers and the pinned columns, which cover what scrolls below them. */
export function pinnedEdge(columns: readonly PlacedColumn[]): number {
  const last = columns[countPinned(columns) - 1]
  return last ? last.left + last.width : GUTTER
}

/** The width that pinned columns leave for the others. */
const FREE_WIDTH = COLUMN_WIDTH

/** Lets pinned columns scroll that would leave too little of the view, as in a narrow window. */
export function releasePins(columns: readonly PlacedColumn[], width: number) {
  const past = columns.findIndex((one) => one.left + one.width > width - FREE_WIDTH)
  if (past < 0 || past >= countPinned(columns)) return columns
  return columns.map((one) => (one.at < past ? one : { ...one, isPinned: false }))
}

interface Columns {
  /** All columns, hidden ones included. */
  ordered: readonly GridColumn[]
  /** The visible columns. */
  shown: readonly GridColumn[]
  /** Columns do not move past the edge of the pinned ones. */
  pinned?: readonly string[]
}

/** The column order after moving one past its visible neighbour. */
export function stepColumn(
  { ordered, shown, pinned = [] }: Columns,
  key: string,
  step: -1 | 1,
): string[] {
  const neighbour = shown[shown.findIndex((column) => column.key === key) + step]
  if (neighbour === undefined || pinned.includes(neighbour.key) !== pinned.includes(key))
    return ordered.map((column) => column.key)
  const at = ordered.indexOf(neighbour)
  return putColumn(ordered, key, step > 0 ? at + 1 : at)
}

/** The column order after moving one before index `to`; past the end it becomes the last. */
export function putColumn(columns: readonly GridColumn[], key: string, to: number): string[] {
  const keys = columns.map((column) => column.key)
  const at = keys.indexOf(key)
  if (at < 0) return keys
  const others = keys.toSpliced(at, 1)
  return others.toSpliced(to > at ? to - 1 : to, 0, key)
}

export interface Span {
  from: number
  to: number
}

/** The range of columns that intersect the view, with one extra on each side. */
export function columnsInView(
  columns: readonly PlacedColumn[],
  view: { left: number; width: number },
): Span {
  const right = view.left + view.width
  const from = columns.findIndex((column) => column.left + column.width > view.left)
  const past = columns.findIndex((column) => column.left > right)
  return {
    from: Math.max(0, (from < 0 ? columns.length : from) - 1),
    to: Math.min(columns.length, (past < 0 ? columns.length : past) + 1),
  }
}
