import { printMoment } from '../../../ui/charts/chart-parts.ts'
import { printDuration } from '../../../ui/format/print-duration.ts'
import type { ChartProps } from './chart-props.ts'
import { runStrings } from './strings.ts'

const words = runStrings.chart

const time = (ms: number | null) => (ms === null ? '–' : printDuration(ms))

/** Chart data as a table for screen readers; intervals without runs are left out. */
export function ChartTable({ points, stepHours }: ChartProps) {
  const busy = points.filter((one) => one.succeeded + one.failed + one.cancelled > 0)
  return (
    // The wrapper is needed: a visually hidden table still takes its full height and would make the
    // page scroll.
    <div className="sr-only">
      <table>
        <caption>{words.perStep(stepHours)}</caption>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.succeeded}</th>
            <th scope="col">{words.failed}</th>
            <th scope="col">{words.cancelledRuns}</th>
            <th scope="col">{words.p50}</th>
            <th scope="col">{words.p95}</th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ on, succeeded, failed, cancelled, p50, p95 }) => (
            <tr key={on}>
              <th scope="row">{printMoment(on)}</th>
              <td>{succeeded}</td>
              <td>{failed}</td>
              <td>{cancelled}</td>
              <td>{time(p50)}</td>
              <td>{time(p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
