import { printMoment } from '../../../ui/charts/chart-parts.ts'
import { printDuration } from '../../../ui/format/print-duration.ts'
import type { RateChartProps } from './rate-chart.tsx'
import { requestStrings } from './strings.ts'

const words = requestStrings.chart
const COUNTS = ['succeeded', 'refused', 'failed'] as const
const TIMES = ['p50', 'p95'] as const
const time = (ms: number | null) => (ms === null ? '–' : printDuration(ms))

/** Chart data as a table for screen readers; intervals without requests are left out. */
export function RequestChartTable({ points, stepMinutes }: RateChartProps) {
  const busy = points.filter((point) => COUNTS.some((key) => point[key] > 0))
  return (
    // The wrapper is needed: a visually hidden table still takes its full height and would make the
    // page scroll.
    <div className="sr-only">
      <table>
        <caption>{words.perStep(stepMinutes)}</caption>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            {[...COUNTS, ...TIMES].map((key) => (
              <th key={key} scope="col">
                {words[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map((point) => (
            <tr key={point.on}>
              <th scope="row">{printMoment(point.on)}</th>
              {COUNTS.map((key) => (
                <td key={key}>{point[key]}</td>
              ))}
              {TIMES.map((key) => (
                <td key={key}>{time(point[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
