import type { RequestPoint } from '@plinth/contract'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartHint } from '../../../ui/charts/chart-hint.tsx'
import { AXIS, CURSOR, GRID, MARGIN, STILL, timeAxis } from '../../../ui/charts/chart-parts.ts'
import { requestStrings } from './strings.ts'

const words = requestStrings.chart
const print = (value: number) => value.toLocaleString('en')
const BARS = [
  { key: 'succeeded', name: words.succeeded, fill: 'var(--accent)' },
  { key: 'refused', name: words.refused, fill: 'var(--warn-line)' },
  { key: 'failed', name: words.failed, fill: 'var(--danger)' },
] as const

export interface RateChartProps {
  points: readonly RequestPoint[]
  stepMinutes: number
}

/** Number of requests by result. */
export function RateChart({ points, stepMinutes }: RateChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...points]} margin={MARGIN} barCategoryGap={1} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis {...timeAxis(points, stepMinutes)} />
        <YAxis {...AXIS} width={44} allowDecimals={false} tickCount={4} tickFormatter={print} />
        <Tooltip
          {...STILL}
          cursor={CURSOR}
          content={(hint) => <ChartHint {...hint} print={print} />}
        />
        {BARS.map(({ key, name, fill }) => (
          <Bar {...STILL} key={key} dataKey={key} name={name} stackId="requests" fill={fill} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
