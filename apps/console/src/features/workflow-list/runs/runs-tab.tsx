import type { Run } from '@plinth/contract'
import { Archive, History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { CursorPager } from '../../../ui/cursor-pager.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { GatedButton } from '../../../ui/gated-button.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { runColumns } from './run-columns.tsx'
import { RunFilterBar } from './run-filter-bar.tsx'
import { areFiltered, type RunFilters, readFilters, writeFilters } from './run-filters.ts'
import { RunOverview } from './run-overview.tsx'
import { useRunChart, useRuns, useWorkflowNames } from './run-queries.ts'
import { runStrings } from './strings.ts'

/** Where the page begins, and where those before it began. */
type Pages = readonly (string | undefined)[]
const FIRST: Pages = [undefined]

function useFilters() {
  const [params, setParams] = useSearchParams()
  const [pages, setPages] = useState(FIRST)
  const filters = useMemo(() => readFilters(params), [params])
  const change = (next: RunFilters) => {
    setPages(FIRST)
    setParams((now) => writeFilters(now, next), { replace: true })
  }
  return { filters, change, pages, setPages }
}

function whyNot(role: string, environment: string): string | undefined {
  if (environment === 'production' && role !== 'admin') return runStrings.keep.onlyAdmins
  return role === 'developer' ? runStrings.keep.onlyOwners : undefined
}

function RetentionButton() {
  const [isOpen, setOpen] = useState(false)
  const { role } = useCurrentProject()
  const environment = useEnvironment()
  return (
    <>
      <GatedButton reason={whyNot(role, environment)} onClick={() => setOpen(true)}>
        <Archive aria-hidden="true" />
        {runStrings.keep.open}
      </GatedButton>
      <RetentionDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function RunTable({ query, filtered }: { query: ReturnType<typeof useRuns>; filtered: boolean }) {
  const navigate = useNavigate()
  const base = `/project/${useCurrentProject().id}/workflow/run`
  const pathOf = ({ id }: Run) => `${base}/${id}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path follows from the base
  const columns = useMemo(() => runColumns(pathOf), [base])
  if (query.data === undefined && query.isError) {
    return (
      <div className="rounded-xl border bg-surface shadow-1">
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <DataTable
      label={runStrings.list}
      columns={columns}
      rows={query.data?.runs}
      rowKey={({ id }) => id}
      stale={query.isPlaceholderData}
      onRowClick={(run) => navigate(pathOf(run))}
    >
      <EmptyState icon={<History />} {...(filtered ? runStrings.none : runStrings.empty)} />
    </DataTable>
  )
}

/** The runs of the project, or of one workflow, in the shown environment. */
export function RunsTab() {
  const { filters, change, pages, setPages } = useFilters()
  const runs = useRuns(filters, pages.at(-1))
  const chart = useRunChart(filters)
  const workflows = useWorkflowNames()
  const older = runs.data?.nextCursor
  const filtered = areFiltered(filters)
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
        onClear={() => change(readFilters(new URLSearchParams()))}
      />
      <RunOverview query={chart} />
      <RunTable query={runs} filtered={filtered} />
      <CursorPager
        words={runStrings}
        page={pages.length}
        onNewer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
        onOlder={older ? () => setPages([...pages, older]) : undefined}
      />
    </>
  )
}
