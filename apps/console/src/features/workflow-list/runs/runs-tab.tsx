import type { Run } from '@plinth/contract'
import { Archive, History } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChartWithList } from '../../../state/activity/use-chart-with-list.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { usePagedFilters } from '../../../state/use-paged-filters.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { CursorPager } from '../../../ui/tables/cursor-pager.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { useSelection } from '../chosen/use-selection.ts'
import { ChosenRuns } from './chosen-runs.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { errorOf, runColumns } from './run-columns.tsx'
import { RunFilterBar } from './run-filter-bar.tsx'
import { areRunsFiltered, readRunFilters, writeRunFilters } from './run-filters.ts'
import { RunOverview } from './run-overview.tsx'
import { useRunChart, useRuns, useWorkflowNames } from './run-queries.ts'
import { runStrings } from './strings.ts'

const IN_ADDRESS = { read: readRunFilters, write: writeRunFilters }

function whyNot(role: string, environment: string): string | undefined {
  if (environment === 'production' && role !== 'admin') return runStrings.retention.onlyAdmins
  return role === 'developer' ? runStrings.retention.onlyOwners : undefined
}

function RetentionButton() {
  const [isOpen, setOpen] = useState(false)
  const { role } = useCurrentProject()
  const environment = useEnvironment()
  return (
    <>
      <GatedButton reason={whyNot(role, environment)} onClick={() => setOpen(true)}>
        <Archive aria-hidden="true" />
        {runStrings.retention.open}
      </GatedButton>
      <RetentionDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function RunTable({ query, filtered }: { query: ReturnType<typeof useRuns>; filtered: boolean }) {
  const navigate = useNavigate()
  const base = `/project/${useCurrentProject().id}/workflow/run`
  const pathOf = ({ id }: Run) => `${base}/${id}`
  const { selection, chosen, clear } = useSelection(query.data?.runs ?? [])
  if (query.data === undefined && query.isError) return <FailedCard query={query} />
  return (
    <>
      <ChosenRuns runs={chosen} onClear={clear} />
      <DataTable
        label={runStrings.list}
        columns={runColumns(pathOf, selection)}
        rows={query.data?.runs}
        rowKey={({ id }) => id}
        detail={errorOf}
        stale={query.isPlaceholderData}
        onRowClick={(run) => navigate(pathOf(run))}
      >
        <EmptyState icon={<History />} {...(filtered ? runStrings.none : runStrings.empty)} />
      </DataTable>
    </>
  )
}

/** Runs of the project, or of one workflow, in the current environment. */
export function RunsTab() {
  const { filters, change, clear, cursor, pager } = usePagedFilters(IN_ADDRESS)
  const runs = useRuns(filters, cursor)
  const chart = useRunChart(filters)
  useChartWithList(runs, chart)
  const workflows = useWorkflowNames()
  const filtered = areRunsFiltered(filters)
  return (
    <>
      <header className="mt-5 mb-4 flex items-center justify-between gap-4">
        <p className="text-sm text-fg-2">{runStrings.text}</p>
        <RetentionButton />
      </header>
      <RunFilterBar
        filters={filters}
        workflows={workflows.data ?? []}
        onChange={change}
        onClear={clear}
      />
      <RunOverview query={chart} />
      <RunTable query={runs} filtered={filtered} />
      <CursorPager words={runStrings} {...pager(runs.data?.nextCursor)} />
    </>
  )
}
