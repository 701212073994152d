import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartHint } from '../../../ui/charts/chart-hint.tsx'
import { AXIS, CURSOR, GRID, MARGIN, STILL, timeAxis } from '../../../ui/charts/chart-parts.ts'
import type { ChartProps } from './chart-props.ts'
import { runStrings } from './strings.ts'

const words = runStrings.chart
const print = (value: number) => value.toLocaleString('en')

/** Number of runs by status. */
export function CountsChart({ points, stepHours }: ChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...points]} margin={MARGIN} barCategoryGap={1} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis {...timeAxis(points, stepHours * 60)} />
        <YAxis {...AXIS} width={44} allowDecimals={false} tickCount={4} tickFormatter={print} />
        <Tooltip
          {...STILL}
          cursor={CURSOR}
          content={(hint) => <ChartHint {...hint} print={print} />}
        />
        <Bar
          {...STILL}
          dataKey="succeeded"
          name={words.succeeded}
          stackId="runs"
          fill="var(--accent)"
        />
        <Bar
          {...STILL}
          dataKey="cancelled"
          name={words.cancelledRuns}
          stackId="runs"
          fill="var(--line-strong)"
        />
        <Bar {...STILL} dataKey="failed" name={words.failed} stackId="runs" fill="var(--danger)" />
      </BarChart>
    </ResponsiveContainer>
  )
}
