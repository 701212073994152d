import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { printDuration } from '../format/print-duration.ts'
import { ChartHint } from './chart-hint.tsx'
import { AXIS, CURSOR, GRID, MARGIN, STILL, timeAxis } from './chart-parts.ts'

export interface DurationsChartProps {
  points: readonly { on: string; p50: number | null; p95: number | null }[]
  stepMinutes: number
  words: { readonly p50: string; readonly p95: string }
}

/** Lines connect over gaps; a single value is drawn as a point. */
const LINE = { ...STILL, type: 'monotone', connectNulls: true } as const

/** Median and 95th percentile of a duration over time. */
export function DurationsChart({ points, stepMinutes, words }: DurationsChartProps) {
  const isAlone = points.filter(({ p50 }) => p50 !== null).length === 1
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...points]} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis {...timeAxis(points, stepMinutes)} />
        <YAxis {...AXIS} width={56} tickCount={4} tickFormatter={printDuration} />
        <Tooltip
          {...STILL}
          cursor={CURSOR}
          content={(hint) => <ChartHint {...hint} print={printDuration} />}
        />
        <Area
          {...LINE}
          dataKey="p95"
          name={words.p95}
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="var(--accent-soft)"
          dot={isAlone}
        />
        <Line
          {...LINE}
          dataKey="p50"
          name={words.p50}
          stroke="var(--fg-3)"
          strokeWidth={1.5}
          dot={isAlone}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
