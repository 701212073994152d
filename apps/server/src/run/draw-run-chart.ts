import type { RunPoint } from '@plinth/contract'
import type { RunCount } from './run-count-store.ts'

const HOUR_MS = 3_600_000
const MOST_POINTS = 60
const STEPS = [1, 2, 3, 6, 12, 24, 48, 168, 336, 720] as const

/** Whole hours from the one to the other, in few enough steps to be seen. */
export function chartSpan(from: Date, to: Date): { from: Date; to: Date; stepHours: number } {
  const begin = Math.floor(from.getTime() / HOUR_MS)
  const end = Math.max(begin + 1, Math.ceil(to.getTime() / HOUR_MS))
  const hours = end - begin
  const stepHours =
    STEPS.find((step) => hours / step <= MOST_POINTS) ?? Math.ceil(hours / MOST_POINTS)
  return { from: new Date(begin * HOUR_MS), to: new Date(end * HOUR_MS), stepHours }
}

/** The middle of a bucket, which is a quarter of a doubling wide. */
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

/** Counts as points over time, those with nothing in them too. */
export function drawRunChart(
  counts: readonly RunCount[],
  { from, to, stepHours }: ReturnType<typeof chartSpan>,
): { points: RunPoint[]; total: RunPoint } {
  const byTime = Map.groupBy(counts, ({ at }) => at.getTime())
  const points: RunPoint[] = []
  for (let at = from.getTime(); at < to.getTime(); at += stepHours * HOUR_MS) {
    points.push(toPoint(new Date(at), byTime.get(at) ?? []))
  }
  return { points, total: toPoint(from, counts) }
}
