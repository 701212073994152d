import { type ComponentType, lazy, Suspense } from 'react'
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx'
import { DurationsPanel } from '../../../ui/charts/durations-panel.tsx'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
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

const COUNTS = [
  { name: words.succeeded, colour: 'bg-accent' },
  { name: words.failed, colour: 'bg-danger' },
  { name: words.cancelledRuns, colour: 'bg-line-strong' },
]

const waiting = <Skeleton className="h-full w-full" />

/** Figures and charts of the selected period. */
export function RunOverview({ query }: { query: ReturnType<typeof useRunChart> }) {
  const { data } = query
  if (data === undefined && query.isError) {
    return (
      <div className="mb-3">
        <FailedCard query={query} />
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
        <DurationsPanel
          words={words}
          chart={data && { points: data.points, stepMinutes: data.stepHours * 60 }}
        />
      </div>
      {data ? <ChartTable {...data} /> : null}
    </section>
  )
}
