import { useState } from 'react'
import { filterByIds } from '../../../state/filter/filter-by-ids.ts'
import { joinFilters } from '../../../state/filter/join-filters.ts'
import { useDebounced } from '../../../ui/hooks/use-debounced.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import { type GridSort, printSort } from '../columns/grid-sort.ts'
import { SEARCH_PAUSE_MS, searchFilter } from '../columns/search-filter.ts'

interface Queried {
  all: readonly GridColumn[]
  columns: readonly GridColumn[]
  sort: GridSort
  filter: string
  onFilter: (filter: string) => void
}

/** The filter and sort of the grid. Hidden columns are sorted by but not searched, as a match would be invisible. */
export function useRowQuery({ all, columns, sort, filter, onFilter: setFilter }: Queried) {
  const [search, setSearch] = useState('')
  const [isFilterOpen, setFilterOpen] = useState(false)
  const debounced = useDebounced(search, SEARCH_PAUSE_MS)
  const wanted = searchFilter(columns, { search: debounced, filter })
  const parts = { filter: wanted, sort: printSort(sort, all) }
  const removeFilter = () => {
    setFilter('')
    setFilterOpen(false)
  }
  const showAll = () => {
    setSearch('')
    removeFilter()
  }
  const addFilter = (condition: string) => setFilter(joinFilters(filter, condition))
  const showRow = (id: string) => {
    showAll()
    setFilter(`id = ${JSON.stringify(id)}`)
  }
  const showRows = (ids: readonly string[]) => {
    const [first = ''] = ids
    showRow(first)
    if (ids.length > 1) setFilter(filterByIds(ids))
  }
  return {
    ...{ search, setSearch, filter, setFilter, isFilterOpen, setFilterOpen, parts },
    ...{ removeFilter, showAll, showRow, showRows, addFilter },
  }
}

export type RowQuery = ReturnType<typeof useRowQuery>
