import type { RunPoint } from '@plinth/contract'
import { type ChartSpan, stepTimes } from './chart-span.ts'
import type { RunCount } from './run-count-store.ts'

/** The middle of a bucket; four buckets per doubling. */
function bucketMs(bucket: number): number {
  return bucket === 0 ? 1 : Math.round(2 ** ((bucket + 0.5) / 4))
}

function percentile(sorted: readonly RunCount[], share: number): number | null {
  const wanted = sorted.reduce((sum, { runs }) => sum + runs, 0) * share
  let seen = 0
  for (const { bucket, runs } of sorted) {
    seen += runs
    if (seen >= wanted) return bucketMs(bucket)
  }
  return null
}

function toPoint(on: Date, counts: readonly RunCount[]): RunPoint {
  const sum = (status: RunCount['status']) =>
    counts.reduce((sum, one) => (one.status === status ? sum + one.runs : sum), 0)
  const timed = counts
    .filter(({ status, bucket }) => status !== 'cancelled' && bucket >= 0)
    .toSorted((one, other) => one.bucket - other.bucket)
  return {
    on: on.toISOString(),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    p50: percentile(timed, 0.5),
    p95: percentile(timed, 0.95),
  }
}

/** Turns counts into points over time, including empty ones. */
export function drawRunChart(
  counts: readonly RunCount[],
  span: ChartSpan,
): { points: RunPoint[]; total: RunPoint } {
  const byTime = Map.groupBy(counts, ({ at }) => at.getTime())
  const points = stepTimes(span).map((at) => toPoint(at, byTime.get(at.getTime()) ?? []))
  return { points, total: toPoint(span.from, counts) }
}
