import type { RequestPoint, RequestSampling } from '@plinth/contract'
import type { RequestCount } from './request-count-store.ts'
import { middleOf } from './request-tally.ts'

const MINUTE_MS = 60_000
const DAY = 1440
/** An hour that begins within a minute has a point more. */
const MOST_POINTS = 61
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, DAY] as const

interface Span {
  from: Date
  to: Date
  stepMinutes: number
}

/** Whole minutes from the one to the other, in few enough steps to be seen; a longer step is of whole days. */
export function chartSpan(from: Date, to: Date): Span {
  const begin = Math.floor(from.getTime() / MINUTE_MS)
  const end = Math.max(begin + 1, Math.ceil(to.getTime() / MINUTE_MS))
  const minutes = end - begin
  const fits = (step: number) => minutes / step <= MOST_POINTS
  const stepMinutes = STEPS.find(fits) ?? Math.ceil(minutes / MOST_POINTS / DAY) * DAY
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

/** How much of what was answered stands in the list. */
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

/** Counts as points over time, those with nothing in them too. */
export function drawRequestChart(counts: readonly RequestCount[], { from, to, stepMinutes }: Span) {
  const byTime = Map.groupBy(counts, ({ at }) => at.getTime())
  const points: RequestPoint[] = []
  const step = stepMinutes * MINUTE_MS
  // Steps begin at round times, so that an axis can name them; the first may be a shorter one.
  for (let at = from.getTime(); at < to.getTime(); at = Math.floor(at / step + 1) * step) {
    points.push(toPoint(new Date(at), byTime.get(at) ?? []))
  }
  return { points, total: toPoint(from, counts), sampling: samplingOf(counts) }
}
