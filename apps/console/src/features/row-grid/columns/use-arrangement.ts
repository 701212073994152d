import type { GridPreferences, Table } from '@plinth/contract'
import { useCallback, useMemo } from 'react'
import type { ColumnAction } from './column-menu.tsx'
import { type GridColumn, listGridColumns } from './grid-columns.ts'
import { orderColumns, pinFirst, placeColumns, putColumn, stepColumn } from './grid-layout.ts'
import { clickSort, dropSort, sortBy } from './grid-sort.ts'
import { trimPreferences } from './trim-preferences.ts'

interface Arrangement {
  table: Table
  /** The table as last synced. */
  stored: Table | undefined
  preferences: GridPreferences
  onPrefer: (part: Partial<GridPreferences>) => void
  onHide: (column: GridColumn) => void
  onField: (act: 'edit' | 'delete', column: GridColumn) => void
}

const SORTS = {
  sortAscending: { direction: 'ascending', isFurther: false },
  sortDescending: { direction: 'descending', isFurther: false },
  thenAscending: { direction: 'ascending', isFurther: true },
  thenDescending: { direction: 'descending', isFurther: true },
} as const

/** The columns of a table with the user's preferences, and the actions of their menus. */
export function useArrangement(options: Arrangement) {
  const { table, stored, preferences, onPrefer, onHide, onField } = options
  const { widths, order, hidden, sort, pinned } = preferences
  const ordered = useMemo(
    () => pinFirst(orderColumns(listGridColumns(table, stored), order), pinned),
    [table, stored, order, pinned],
  )
  const shown = useMemo(() => {
    const away = new Set(hidden)
    const rest = ordered.filter(({ key }) => !away.has(key))
    // If the draft deleted the last visible column, show all.
    return rest.length > 0 ? rest : ordered
  }, [ordered, hidden])
  const all = useMemo(() => placeColumns(ordered, widths), [ordered, widths])
  const columns = useMemo(() => placeColumns(shown, widths, pinned), [shown, widths, pinned])
  const prefer = useCallback(
    (part: Partial<GridPreferences>) =>
      onPrefer(
        trimPreferences(
          part,
          ordered.map(({ key }) => key),
        ),
      ),
    [onPrefer, ordered],
  )
  const resize = useCallback(
    (key: string, width: number) => prefer({ widths: { ...widths, [key]: width } }),
    [prefer, widths],
  )
  const put = useCallback(
    (key: string, to: number) => {
      // `to` counts visible columns only; hidden ones keep their position relative to them.
      const at = ordered.findIndex((column) => column.key === shown[to]?.key)
      prefer({ order: putColumn(ordered, key, at < 0 ? ordered.length : at) })
    },
    [prefer, ordered, shown],
  )
  const act = useCallback(
    (column: GridColumn, chosen: ColumnAction) => {
      const { key } = column
      if (chosen === 'edit' || chosen === 'delete') onField(chosen, column)
      else if (chosen === 'clearSort') prefer({ sort: [...dropSort(sort, key)] })
      else if (chosen === 'clickSort' || chosen === 'clickThenSort')
        prefer({ sort: [...clickSort(sort, key, chosen === 'clickThenSort')] })
      else if (chosen === 'moveLeft')
        prefer({ order: stepColumn({ ordered, shown, pinned }, key, -1) })
      else if (chosen === 'moveRight')
        prefer({ order: stepColumn({ ordered, shown, pinned }, key, 1) })
      else if (chosen === 'pin') prefer({ pinned: [...pinned, key] })
      else if (chosen === 'unpin') prefer({ pinned: pinned.filter((one) => one !== key) })
      else if (chosen === 'hide') {
        prefer({ hidden: [...hidden, key] })
        onHide(column)
      } else {
        const { direction, isFurther } = SORTS[chosen]
        prefer({ sort: [...sortBy(sort, { key, direction }, isFurther)] })
      }
    },
    [ordered, shown, sort, hidden, pinned, prefer, onField, onHide],
  )
  return { all, columns, prefer, resize, put, act }
}
