import type { RunPoint } from '@plinth/contract'
import { printDuration } from '../../../ui/print-duration.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { runStrings } from './strings.ts'

const words = runStrings.chart

interface TileProps {
  label: string
  value: string | undefined
  note: string
}

function Tile({ label, value, note }: TileProps) {
  return (
    <div className="flex flex-col rounded-xl border bg-surface px-4 py-3 shadow-1">
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="mt-0.5">
        <span className="flex h-7 items-center text-xl font-semibold tabular-nums">
          {value ?? <Skeleton className="h-5 w-16" />}
        </span>
        <span className="block h-4 truncate text-xs text-fg-2">
          {value === undefined ? '' : note}
        </span>
      </dd>
    </div>
  )
}

const count = (runs: number) => runs.toLocaleString('en')
const time = (ms: number | null) => (ms === null ? '–' : printDuration(ms))

function percent({ failed }: RunPoint, all: number): string {
  if (all === 0) return '0 %'
  const share = (failed / all) * 100
  return `${share.toFixed(share > 0 && share < 10 ? 1 : 0)} %`
}

/** The figures of the whole time that is shown. */
export function RunSummary({ total }: { total: RunPoint | undefined }) {
  const all = total ? total.succeeded + total.failed + total.cancelled : 0
  return (
    <dl className="mb-3 grid grid-cols-4 gap-3">
      <Tile
        label={words.runs}
        value={total && count(all)}
        note={total ? words.cancelled(total.cancelled) : ''}
      />
      <Tile
        label={words.failed}
        value={total && count(total.failed)}
        note={total ? words.share(percent(total, all)) : ''}
      />
      <Tile label={words.median} value={total && time(total.p50)} note={words.ofEnded} />
      <Tile label={words.slowest} value={total && time(total.p95)} note={words.oneInTwenty} />
    </dl>
  )
}
