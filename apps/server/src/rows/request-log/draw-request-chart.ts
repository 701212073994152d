import type { RequestPoint, RequestSampling } from '@plinth/contract'
import type { RequestCount } from './request-count-store.ts'
import { middleOf } from './request-tally.ts'

const MINUTE_MS = 60_000
const DAY = 1440
/** An hour that does not begin at a full minute has one more point. */
const MAX_POINTS = 61
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, DAY] as const

interface Span {
  from: Date
  to: Date
  stepMinutes: number
}

/** Rounds to whole minutes and chooses a step with at most MAX_POINTS points; steps over a day are whole days. */
export function requestChartSpan(from: Date, to: Date): Span {
  const begin = Math.floor(from.getTime() / MINUTE_MS)
  const end = Math.max(begin + 1, Math.ceil(to.getTime() / MINUTE_MS))
  const minutes = end - begin
  const fits = (step: number) => minutes / step <= MAX_POINTS
  const stepMinutes = STEPS.find(fits) ?? Math.ceil(minutes / MAX_POINTS / DAY) * DAY
  return { from: new Date(begin * MINUTE_MS), to: new Date(end * MINUTE_MS), stepMinutes }
}

function percentile(sorted: readonly RequestCount[], share: number): number | null {
  const wanted = sorted.reduce((sum, { requests }) => sum + requests, 0) * share
  let seen = 0
  for (const { bucket, requests } of sorted) {
    seen += requests
    if (seen >= wanted) return middleOf(bucket)
  }
  return null
}

function toPoint(on: Date, counts: readonly RequestCount[]): RequestPoint {
  const sum = (from: number, to: number) =>
    counts.reduce(
      (sum, one) => (one.status >= from && one.status < to ? sum + one.requests : sum),
      0,
    )
  const timed = counts
    .filter(({ status }) => status > 0)
    .toSorted((one, other) => one.bucket - other.bucket)
  return {
    on: on.toISOString(),
    succeeded: sum(100, 400),
    refused: sum(400, 500),
    failed: sum(500, 600),
    p50: percentile(timed, 0.5),
    p95: percentile(timed, 0.95),
  }
}

/** The share of requests that is listed. */
function samplingOf(counts: readonly RequestCount[]): RequestSampling {
  const known = counts.filter(({ status }) => status > 0)
  const sum = (of: readonly RequestCount[], key: 'requests' | 'listed') =>
    of.reduce((sum, one) => sum + one[key], 0)
  return {
    requests: sum(known, 'requests'),
    listed: sum(known, 'listed'),
    lost: sum(counts, 'requests') - sum(known, 'requests'),
  }
}

/** Points over time, including empty ones. */
export function drawRequestChart(counts: readonly RequestCount[], { from, to, stepMinutes }: Span) {
  const byTime = Map.groupBy(counts, ({ at }) => at.getTime())
  const points: RequestPoint[] = []
  const step = stepMinutes * MINUTE_MS
  // Steps begin at round times for the labels of the axis; the first may be shorter.
  for (let at = from.getTime(); at < to.getTime(); at = Math.floor(at / step + 1) * step) {
    points.push(toPoint(new Date(at), byTime.get(at) ?? []))
  }
  return { points, total: toPoint(from, counts), sampling: samplingOf(counts) }
}
