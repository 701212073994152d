import { format } from 'date-fns'
import { roundTicks } from './round-ticks.ts'

export const MARGIN = { top: 4, right: 8, bottom: 0, left: 0 }
export const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--fg-2)', fontSize: 11 },
} as const
export const GRID = { vertical: false, stroke: 'var(--line)' } as const
export const CURSOR = { fill: 'var(--hover)', stroke: 'var(--line-strong)' }
/** Animations are distracting, and tests cannot wait for them. */
export const STILL = { isAnimationActive: false } as const

/** Time axis with labels at round times; intervals of six hours or more show no hour. */
export function timeAxis(points: readonly { on: string }[], stepMinutes: number) {
  const pattern = stepMinutes >= 360 ? 'MMM d' : stepMinutes > 60 ? 'EEE HH:mm' : 'HH:mm'
  return {
    ...AXIS,
    dataKey: 'on',
    ticks: roundTicks(points),
    tickFormatter: (iso: string) => format(new Date(iso), pattern),
    minTickGap: 32,
    height: 22,
  }
}

export function printMoment(iso: string): string {
  return format(new Date(iso), 'MMM d, HH:mm')
}
