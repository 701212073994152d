import { COLUMN_WIDTH, type GridColumn } from './grid-columns.ts'

/** The width of the row numbers. */
export const GUTTER = 52

export interface PlacedColumn extends GridColumn {
  at: number
  left: number
  width: number
}

export type Widths = Readonly<Record<string, number>>

/** The columns with their places from left to right. */
export function placeColumns(columns: readonly GridColumn[], widths: Widths): PlacedColumn[] {
  let left = GUTTER
  return columns.map((column, at) => {
    const width = widths[column.key] ?? COLUMN_WIDTH
    const placed = { ...column, at, left, width }
    left += width
    return placed
  })
}

/** Columns in the order a person gave them; new ones stand where the table has them. */
export function orderColumns(
  columns: readonly GridColumn[],
  order: readonly string[],
): GridColumn[] {
  const known = new Map(columns.map((column) => [column.key, column]))
  const ordered = order.filter((key) => known.has(key))
  const wanted = new Set(ordered)
  const sequence = ordered[Symbol.iterator]()
  return columns.flatMap((column) => {
    if (!wanted.has(column.key)) return [column]
    const next = sequence.next()
    return next.done ? [] : (known.get(next.value) ?? [])
  })
}

interface Columns {
  /** All of them. */
  ordered: readonly GridColumn[]
  /** Those that are not hidden. */
  shown: readonly GridColumn[]
}

/** The order of columns after one of them moved past its neighbour on the screen. */
export function stepColumn({ ordered, shown }: Columns, key: string, step: -1 | 1): string[] {
  const neighbour = shown[shown.findIndex((column) => column.key === key) + step]
  if (neighbour === undefined) return ordered.map((column) => column.key)
  const at = ordered.indexOf(neighbour)
  return putColumn(ordered, key, step > 0 ? at + 1 : at)
}

/** The order of columns after one was put before the place of another; past the last it stands last. */
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

/** The columns that a view from `left` and `width` wide touches, with one more on either side. */
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
