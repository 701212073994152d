import { listRows, type Row, type Table } from '@plinth/contract'
import { findDisplayField, sortTables } from '@plinth/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { filterByIds } from '../../state/filter/filter-by-ids.ts'
import { TABLE_PARAMETER, tablePlace } from '../../state/places.ts'
import type { Recent } from '../../state/recents.ts'
import type { CommandPaletteEntry, PaletteGroup } from './rank-entries.ts'
import {
  type FoundRow,
  MIN_ROW_TEXT,
  nameRow,
  type RowRequestParts,
  searchRows,
} from './search-rows.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import { usePlaceEntry } from './use-place.tsx'
import type { ShownProject } from './use-shown-project.ts'

const MAX_RECENT_ROWS = 5

/** The tables of the database, not of the draft. */
function storedTables({ project, environment }: ShownProject): readonly Table[] {
  const { old_configuration } =
    environment === 'dev' ? project.configuration : project.prodConfiguration
  return sortTables(old_configuration.tables)
}

function readerOf({ project, environment }: ShownProject) {
  return async ({ table, display, filter, limit, signal }: RowRequestParts) => {
    const { data } = await client.call(listRows, {
      params: { table: table.name },
      query: {
        $projectId: project.id,
        $environment: environment,
        $version: 'v2',
        $count: 'false',
        $limit: limit,
        $columns: `id,${display.name}`,
        $filter: filter,
      },
      signal,
    })
    return data as readonly Row[]
  }
}

const paramsOf = (to: string) => new URLSearchParams(to.slice(to.indexOf('?')))

function useRowEntry(shown: ShownProject | undefined) {
  const place = usePlaceEntry()
  return ({ table, id, label }: FoundRow): CommandPaletteEntry =>
    place(
      {
        kind: 'row',
        to: tablePlace({
          projectId: shown?.project.id ?? '',
          environment: shown?.environment ?? 'dev',
          tableId: table.id,
          rowId: id,
        }),
        label,
        project: shown?.project.name ?? '',
      },
      { detail: strings.rowOf(table.name), words: id },
    )
}

/** Rows whose display value contains the text, those of recently opened tables first. */
export function useRowSearch(
  shown: ShownProject | undefined,
  search: string,
  recents: readonly Recent[],
) {
  const entryOf = useRowEntry(shown)
  const query = useQuery({
    queryKey: ['rows', 'palette', shown?.project.id, shown?.environment, search],
    queryFn: ({ signal }) => {
      if (!shown) return { rows: [], skipped: 0 }
      const opened = recents.map(({ to }) => paramsOf(to).get(TABLE_PARAMETER))
      const rank = ({ id }: Table) => (opened.indexOf(id) + opened.length + 1) % (opened.length + 1)
      const tables = storedTables(shown).toSorted((one, other) => rank(one) - rank(other))
      return searchRows({ tables, text: search, read: readerOf(shown), signal })
    },
    enabled: shown !== undefined && search.length >= MIN_ROW_TEXT,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const isOn = search.length >= MIN_ROW_TEXT
  const group: PaletteGroup = {
    title: strings.rows,
    entries: isOn ? (query.data?.rows ?? []).map(entryOf) : [],
  }
  return { group, query, skipped: isOn ? (query.data?.skipped ?? 0) : 0 }
}

/** Recently opened rows with their present display values; rows that were deleted or that the person may not read are left out. */
export function useRecentRows(shown: ShownProject | undefined, recents: readonly Recent[]) {
  const entryOf = useRowEntry(shown)
  const start = `/project/${shown?.project.id}/data?environment=${shown?.environment}&`
  const wanted = recents
    .filter(({ kind, to }) => kind === 'row' && to.startsWith(start))
    .slice(0, MAX_RECENT_ROWS)
    .map(({ to }) => ({ tableId: paramsOf(to).get(TABLE_PARAMETER), id: paramsOf(to).get('row') }))
  const query = useQuery({
    queryKey: ['rows', 'palette', 'recent', start, wanted.map(({ id }) => id).join()],
    queryFn: async ({ signal }) => {
      if (!shown) return []
      const read = readerOf(shown)
      const pages = storedTables(shown).map(async (table): Promise<FoundRow[]> => {
        const ids = wanted.flatMap(({ tableId, id }) => (tableId === table.id && id ? [id] : []))
        const display = findDisplayField(table)
        if (ids.length === 0 || !display) return []
        const filter = filterByIds(ids)
        const rows = await read({ table, display, filter, limit: MAX_RECENT_ROWS, signal })
        return rows.map((row) => ({ table, id: row.id, label: nameRow(row, display) }))
      })
      const settled = await Promise.allSettled(pages)
      return settled.flatMap((page) => (page.status === 'fulfilled' ? page.value : []))
    },
    enabled: wanted.length > 0,
    retry: false,
  })
  return (query.data ?? []).map(entryOf)
}
