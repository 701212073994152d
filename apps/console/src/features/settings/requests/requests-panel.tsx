import { sortTables } from '@plinth/schema'
import { Activity } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { CursorPager } from '../../../ui/cursor-pager.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../panel.tsx'
import { strings as settings } from '../strings.ts'
import { IndexOffers } from './index-offers.tsx'
import { type FieldNames, requestColumns } from './request-columns.tsx'
import { RequestFilterBar } from './request-filter-bar.tsx'
import { areFiltered, type RequestFilters, readFilters, writeFilters } from './request-filters.ts'
import { RequestOverview } from './request-overview.tsx'
import { useRequestChart, useRequests } from './request-queries.ts'
import { requestStrings } from './strings.ts'

/** Where the page begins, and where those before it began. */
type Pages = readonly (string | undefined)[]
const FIRST: Pages = [undefined]

function useFilters() {
  const [params, setParams] = useSearchParams()
  const [pages, setPages] = useState(FIRST)
  const filters = useMemo(() => readFilters(params), [params])
  const change = (next: RequestFilters) => {
    setPages(FIRST)
    setParams((now) => writeFilters(now, next), { replace: true })
  }
  return { filters, change, pages, setPages }
}

/** The tables of the environment that is looked at, and what their fields are called. */
function useSchema(): { tables: readonly string[]; fields: FieldNames } {
  const { configuration, prodConfiguration } = useCurrentProject()
  const isDev = useEnvironment() === 'dev'
  const { tables } = (isDev ? configuration : prodConfiguration).old_configuration
  return useMemo(() => {
    const all = [...configuration.new_configuration.tables, ...tables]
    const names = all.flatMap(({ columns }) => columns.map(({ id, name }) => [id, name] as const))
    return { tables: sortTables(tables).map(({ name }) => name), fields: new Map(names) }
  }, [configuration, tables])
}

interface RequestTableProps {
  query: ReturnType<typeof useRequests>
  fields: FieldNames
  filtered: boolean
}

function RequestTable({ query, fields, filtered }: RequestTableProps) {
  const columns = useMemo(() => requestColumns(fields), [fields])
  if (query.data === undefined && query.isError) {
    return (
      <div className="rounded-xl border bg-surface shadow-1">
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <DataTable
      label={requestStrings.list}
      columns={columns}
      rows={query.data?.requests}
      rowKey={({ id }) => id}
      stale={query.isPlaceholderData}
    >
      <EmptyState
        icon={<Activity />}
        {...(filtered ? requestStrings.none : requestStrings.empty)}
      />
    </DataTable>
  )
}

/** What the data API of the shown environment answered. */
export function RequestsPanel() {
  return <RequestsOf key={useEnvironment()} />
}

function RequestsOf() {
  const { filters, change, pages, setPages } = useFilters()
  const { tables, fields } = useSchema()
  const requests = useRequests(filters, pages.at(-1))
  const chart = useRequestChart(filters)
  const older = requests.data?.nextCursor
  return (
    <Panel title={settings.sections.requests} text={requestStrings.text}>
      <RequestFilterBar
        filters={filters}
        tables={tables}
        onChange={change}
        onClear={() => change(readFilters(new URLSearchParams()))}
      />
      <RequestOverview query={chart} />
      <IndexOffers fields={fields} />
      <RequestTable query={requests} fields={fields} filtered={areFiltered(filters)} />
      <CursorPager
        words={requestStrings}
        page={pages.length}
        onNewer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
        onOlder={older ? () => setPages([...pages, older]) : undefined}
      />
    </Panel>
  )
}
