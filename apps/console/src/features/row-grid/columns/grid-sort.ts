import { LIMITS } from '@plinth/expression'
import type { GridColumn } from './grid-columns.ts'

export interface SortKey {
  /** The column's key. */
  key: string
  direction: 'ascending' | 'descending'
}

export type GridSort = readonly SortKey[]

/** Sorts by one column only, or adds it as the last sort key. */
export function sortBy(sort: GridSort, key: SortKey, isFurther: boolean): GridSort {
  if (!isFurther) return [key]
  const at = sort.findIndex((one) => one.key === key.key)
  return at < 0 ? [...sort, key] : sort.with(at, key)
}

/** The data API's maximum number of sort keys. */
const { sortKeys: MAX_KEYS } = LIMITS

/** The sort after a click on a header: ascending, descending, none. Shift keeps the other keys. */
export function clickSort(sort: GridSort, key: string, isFurther: boolean): GridSort {
  const before = isFurther || sort.length === 1 ? sort : []
  const now = before.find((one) => one.key === key)
  if (now?.direction === 'descending') return dropSort(before, key)
  if (isFurther && !now && sort.length >= MAX_KEYS) return sort
  return sortBy(sort, { key, direction: now ? 'descending' : 'ascending' }, isFurther)
}

export function dropSort(sort: GridSort, key: string): GridSort {
  return sort.filter((one) => one.key !== key)
}

/** The value of $sort; omits columns that are not in the database or cannot be sorted. */
export function printSort(sort: GridSort, columns: readonly GridColumn[]): string | undefined {
  const parts = sort.flatMap(({ key, direction }) => {
    const column = columns.find((one) => one.key === key)
    // The field's type may have changed to an unsortable one since it was sorted.
    const stored = column && canSort(column) ? column.stored : undefined
    return stored === undefined ? [] : [`${direction === 'ascending' ? '+' : '-'}${stored}`]
  })
  return parts.length === 0 ? undefined : parts.join(',')
}

const UNSORTABLE = new Set(['json', 'image', 'file'])

/** Whether a column can be sorted. */
export function canSort({ field, stored }: GridColumn): boolean {
  if (stored === undefined) return false
  if (!field) return true
  const isMany = 'hasMultiple' in field.options && field.options.hasMultiple
  const isHashed = field.type === 'text' && field.options.isHashed
  return !(UNSORTABLE.has(field.type) || isMany || isHashed)
}
