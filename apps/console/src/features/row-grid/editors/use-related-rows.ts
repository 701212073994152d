import type { Configuration } from '@plinth/contract'
import { listRows, type Row } from '@plinth/contract'
import { findDisplayField, findTable } from '@plinth/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../api/client.ts'
import { filterByIds } from '../../../state/filter/filter-by-ids.ts'
import { useDebounced } from '../../../ui/hooks/use-debounced.ts'
import { listGridColumns } from '../columns/grid-columns.ts'
import { SEARCH_PAUSE_MS, searchFilter } from '../columns/search-filter.ts'
import type { RowScope } from '../rows/row-scope.ts'

const MAX_FOUND = 20
const MAX_NAMED = 60

interface RelatedRows {
  synced: Configuration
  scope: RowScope
  tableId: string
  search: string
  chosen: readonly string[]
}

export interface RelatedRow {
  id: string
  name: string
}

/** Search results for a relation, and the labels of its selected rows. */
export function useRelatedRows({ synced, scope, tableId, search, chosen }: RelatedRows) {
  const table = findTable(synced, tableId)
  const debounced = useDebounced(search, SEARCH_PAUSE_MS)
  const naming = table && findDisplayField(table)?.name
  const nameOf = (row: Row): RelatedRow => {
    const name = naming === undefined ? '' : row[naming]
    return {
      id: row.id,
      name: name === null || name === undefined || name === '' ? row.id : `${name}`,
    }
  }
  const read = async (filter: string | undefined, signal: AbortSignal) => {
    const { data } = await client.call(listRows, {
      params: { table: table?.name ?? '' },
      query: {
        $projectId: scope.projectId,
        $environment: scope.environment,
        $limit: filter?.startsWith('id in') ? MAX_NAMED : MAX_FOUND,
        $version: 'v2',
        $count: 'false',
        ...(naming === undefined ? {} : { $columns: `id,${naming}` }),
        ...(filter === undefined ? {} : { $filter: filter }),
      },
      signal,
    })
    return data.map(nameOf)
  }
  const columns = table ? listGridColumns(table, table) : []
  const filter = searchFilter(columns, { search: debounced, filter: '' })
  const place = [scope.projectId, scope.environment, table?.name] as const
  const list = useQuery({
    queryKey: ['related rows', ...place, filter],
    queryFn: ({ signal }) => read(filter, signal),
    enabled: table !== undefined,
    placeholderData: keepPreviousData,
  })
  const named = chosen.slice(0, MAX_NAMED).toSorted()
  const known = useQuery({
    queryKey: ['related names', ...place, named.join()],
    queryFn: ({ signal }) => read(filterByIds(named), signal),
    enabled: table !== undefined && named.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = list.data
  const others = known.data
  const names = useMemo(
    () => new Map([...(others ?? []), ...(found ?? [])].map(({ id, name }) => [id, name])),
    [found, others],
  )
  const isStale = search !== debounced || list.isPending || list.isPlaceholderData
  return { found: found ?? [], names, isLoading: list.isPending, isStale }
}
