import type { RunPoint } from '@plinth/contract'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { FigureTile } from '../../../ui/layout/figure-tile.tsx'
import { runStrings } from './strings.ts'

const words = runStrings.chart

const count = (runs: number) => runs.toLocaleString('en')
const time = (ms: number | null) => (ms === null ? '–' : printDuration(ms))

function percent({ failed }: RunPoint, all: number): string {
  if (all === 0) return '0 %'
  const share = (failed / all) * 100
  return `${share.toFixed(share > 0 && share < 10 ? 1 : 0)} %`
}

/** Figures of the selected period. */
export function RunSummary({ total }: { total: RunPoint | undefined }) {
  const all = total ? total.succeeded + total.failed + total.cancelled : 0
  return (
    <dl className="mb-3 grid grid-cols-4 gap-3">
      <FigureTile
        label={words.runs}
        value={total && count(all)}
        note={total ? words.cancelled(total.cancelled) : ''}
      />
      <FigureTile
        label={words.failed}
        value={total && count(total.failed)}
        note={total ? words.share(percent(total, all)) : ''}
      />
      <FigureTile label={words.median} value={total && time(total.p50)} note={words.ofEnded} />
      <FigureTile label={words.slowest} value={total && time(total.p95)} note={words.oneInTwenty} />
    </dl>
  )
}
