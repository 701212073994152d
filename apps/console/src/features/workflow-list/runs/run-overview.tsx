import { type ComponentType, lazy, Suspense } from 'react'
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx'
import type { DurationsChartProps } from '../../../ui/charts/durations-chart.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import type { ChartProps } from './chart-props.ts'
import { ChartTable } from './chart-table.tsx'
import type { useRunChart } from './run-queries.ts'
import { RunSummary } from './run-summary.tsx'
import { runStrings } from './strings.ts'

const words = runStrings.chart

const CountsChart = lazy<ComponentType<ChartProps>>(async () => ({
  default: (await import('./counts-chart.tsx')).CountsChart,
}))
const DurationsChart = lazy<ComponentType<DurationsChartProps>>(async () => ({
  default: (await import('../../../ui/charts/durations-chart.tsx')).DurationsChart,
}))

function Durations({ points, stepHours }: ChartProps) {
  return <DurationsChart points={points} stepMinutes={stepHours * 60} words={words} />
}

const COUNTS = [
  { name: words.succeeded, colour: 'bg-accent' },
  { name: words.failed, colour: 'bg-danger' },
  { name: words.cancelledRuns, colour: 'bg-line-strong' },
]
const DURATIONS = [
  { name: words.p95, colour: 'bg-accent' },
  { name: words.p50, colour: 'bg-fg-3' },
]

const waiting = <Skeleton className="h-full w-full" />

/** Figures and charts of the selected period. */
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
        <ChartPanel title={words.perStep(data?.stepHours ?? 3)} legend={COUNTS}>
          <Suspense fallback={waiting}>{data ? <CountsChart {...data} /> : waiting}</Suspense>
        </ChartPanel>
        <ChartPanel title={words.duration} legend={DURATIONS}>
          <Suspense fallback={waiting}>{data ? <Durations {...data} /> : waiting}</Suspense>
        </ChartPanel>
      </div>
      {data ? <ChartTable {...data} /> : null}
    </section>
  )
}
