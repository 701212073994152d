import { type ComponentType, lazy, Suspense } from 'react'
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx'
import { DurationsPanel } from '../../../ui/charts/durations-panel.tsx'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
import { FigureTile } from '../../../ui/layout/figure-tile.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import type { RateChartProps } from './rate-chart.tsx'
import { RequestChartTable } from './request-chart-table.tsx'
import type { useRequestChart } from './request-queries.ts'
import { requestStrings } from './strings.ts'

const words = requestStrings.chart

const RateChart = lazy<ComponentType<RateChartProps>>(async () => ({
  default: (await import('./rate-chart.tsx')).RateChart,
}))

const COUNTS = [
  { name: words.succeeded, colour: 'bg-accent' },
  { name: words.refused, colour: 'bg-warn-line' },
  { name: words.failed, colour: 'bg-danger' },
]

type ChartQuery = ReturnType<typeof useRequestChart>
type Chart = NonNullable<ChartQuery['data']>

const time = (ms: number | null) => (ms === null ? '–' : printDuration(ms))

function percent(part: number, all: number): string {
  const share = all === 0 ? 0 : (part / all) * 100
  return `${share.toFixed(share > 0 && share < 10 ? 1 : 0)} %`
}

/** Length of the chart in minutes; its last interval may be incomplete. */
function minutesOf({ points, stepMinutes }: Chart): number {
  const first = Date.parse(points[0]?.on ?? '')
  const end = Date.parse(points.at(-1)?.on ?? '') + stepMinutes * 60_000
  return Math.max(1, (Math.min(end, Date.now()) - first) / 60_000)
}

function Figures({ chart }: { chart: Chart | undefined }) {
  const { total } = chart ?? {}
  const errors = total ? total.refused + total.failed : 0
  const all = total ? total.succeeded + errors : 0
  const rate = chart ? all / minutesOf(chart) : 0
  return (
    <dl className="mb-3 grid grid-cols-4 gap-3">
      <FigureTile
        label={words.requests}
        value={total && all.toLocaleString('en')}
        note={words.perMinute(rate)}
      />
      <FigureTile
        label={words.errors}
        value={total && errors.toLocaleString('en')}
        note={words.share(percent(errors, all))}
      />
      <FigureTile label={words.median} value={total && time(total.p50)} note={words.half} />
      <FigureTile label={words.slowest} value={total && time(total.p95)} note={words.oneInTwenty} />
    </dl>
  )
}

/** Notes that the list is sampled or incomplete. */
function Sampling({ chart }: { chart: Chart | undefined }) {
  if (!chart) return null
  const { requests, listed, lost } = chart.sampling
  if (listed >= requests && lost === 0) return null
  return (
    <p role="status" className="mb-3 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
      {listed < requests ? requestStrings.sampled(listed, requests) : null}{' '}
      {lost > 0 ? requestStrings.lost(lost) : null}
    </p>
  )
}

const waiting = <Skeleton className="h-full w-full" />

/** Figures and charts of the selected period. */
export function RequestOverview({ query }: { query: ChartQuery }) {
  const { data } = query
  if (data === undefined && query.isError) {
    return (
      <div className="mb-3">
        <FailedCard query={query} />
      </div>
    )
  }
  return (
    <section aria-label={words.label} aria-busy={data === undefined}>
      <Figures chart={data} />
      <div className="mb-3 grid gap-3 lg:grid-cols-2">
        <ChartPanel title={words.perStep(data?.stepMinutes ?? 1)} legend={COUNTS}>
          <Suspense fallback={waiting}>{data ? <RateChart {...data} /> : waiting}</Suspense>
        </ChartPanel>
        <DurationsPanel words={words} chart={data} />
      </div>
      {data ? <RequestChartTable {...data} /> : null}
      <Sampling chart={data} />
    </section>
  )
}
