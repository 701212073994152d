import { sortTables } from '@plinth/schema'
import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import { useChartWithList } from '../../../state/activity/use-chart-with-list.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { usePagedFilters } from '../../../state/use-paged-filters.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
import { CursorPager } from '../../../ui/tables/cursor-pager.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { IndexOffers } from './index-offers.tsx'
import { type FieldNames, requestColumns } from './request-columns.tsx'
import { RequestFilterBar } from './request-filter-bar.tsx'
import { areRequestsFiltered, readRequestFilters, writeRequestFilters } from './request-filters.ts'
import { RequestOverview } from './request-overview.tsx'
import { useRequestChart, useRequests } from './request-queries.ts'
import { requestStrings } from './strings.ts'

const IN_ADDRESS = { read: readRequestFilters, write: writeRequestFilters }

/** Tables of the current environment and their field names. */
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
  if (query.data === undefined && query.isError) return <FailedCard query={query} />
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

/** Request log of the current environment's data API. */
export function RequestsPanel() {
  return <RequestsOf key={useEnvironment()} />
}

function RequestsOf() {
  const { filters, change, clear, cursor, pager } = usePagedFilters(IN_ADDRESS)
  const { tables, fields } = useSchema()
  const requests = useRequests(filters, cursor)
  const chart = useRequestChart(filters)
  useChartWithList(requests, chart)
  if (requests.data?.isOn === false) {
    return (
      <Panel title={settings.sections.requests} text={requestStrings.text}>
        <div className="rounded-xl border bg-surface shadow-1">
          <EmptyState icon={<Activity />} {...requestStrings.off} />
        </div>
      </Panel>
    )
  }
  return (
    <Panel title={settings.sections.requests} text={requestStrings.text}>
      <RequestFilterBar filters={filters} tables={tables} onChange={change} onClear={clear} />
      <RequestOverview query={chart} />
      <IndexOffers fields={fields} />
      <RequestTable query={requests} fields={fields} filtered={areRequestsFiltered(filters)} />
      <CursorPager words={requestStrings} {...pager(requests.data?.nextCursor)} />
    </Panel>
  )
}
