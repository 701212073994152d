import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChartProps } from './chart-parts.ts'
import { ChartTable } from './chart-table.tsx'
import type { useRunChart } from './run-queries.ts'
import { RunSummary } from './run-summary.tsx'
import { runStrings } from './strings.ts'

const words = runStrings.chart

const CountsChart = lazy<ComponentType<ChartProps>>(async () => ({
  default: (await import('./counts-chart.tsx')).CountsChart,
}))
const DurationsChart = lazy<ComponentType<ChartProps>>(async () => ({
  default: (await import('./durations-chart.tsx')).DurationsChart,
}))

const LEGENDS = {
  counts: [
    [words.succeeded, 'bg-accent'],
    [words.failed, 'bg-danger'],
    [words.cancelledRuns, 'bg-line-strong'],
  ],
  durations: [
    [words.p95, 'bg-accent'],
    [words.p50, 'bg-fg-3'],
  ],
} as const

interface PanelProps {
  title: string
  legend: keyof typeof LEGENDS
  children: ReactNode
}

function ChartPanel({ title, legend, children }: PanelProps) {
  return (
    <div className="min-w-0 rounded-xl border bg-surface px-4 pt-3 pb-2 shadow-1">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="truncate text-sm font-semibold">{title}</h2>
        <p aria-hidden="true" className="flex shrink-0 gap-3 text-2xs text-fg-2">
          {LEGENDS[legend].map(([name, colour]) => (
            <span key={name} className="flex items-center gap-1.5">
              <span className={`size-2 rounded-full ${colour}`} />
              {name}
            </span>
          ))}
        </p>
      </div>
      {/* The drawing says nothing that the table beside does not. */}
      <div aria-hidden="true" className="h-36">
        {children}
      </div>
    </div>
  )
}

const waiting = <Skeleton className="h-full w-full" />

/** Figures and charts of the time that is shown. */
export function RunOverview({ query }: { query: ReturnType<typeof useRunChart> }) {
  const { data } = query
  if (data === undefined && query.isError) {
    return (
      <div className="mb-3 rounded-xl border bg-surface shadow-1">
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <section aria-label={words.label} aria-busy={data === undefined} className="mb-3">
      <RunSummary total={data?.total} />
      <div className="grid gap-3 lg:grid-cols-2">
        <ChartPanel title={words.perStep(data?.stepHours ?? 3)} legend="counts">
          <Suspense fallback={waiting}>{data ? <CountsChart {...data} /> : waiting}</Suspense>
        </ChartPanel>
        <ChartPanel title={words.duration} legend="durations">
          <Suspense fallback={waiting}>{data ? <DurationsChart {...data} /> : waiting}</Suspense>
        </ChartPanel>
      </div>
      {data ? <ChartTable {...data} /> : null}
    </section>
  )
}
