import { expect, test } from 'vitest'
import { roundTicks } from './round-ticks.ts'

function pointsOf(from: string, { step, count }: { step: number; count: number }) {
  return Array.from({ length: count }, (_, at) => ({
    on: new Date(Date.parse(from) + at * step * 60_000).toISOString(),
  }))
}

const named = (from: string, steps: { step: number; count: number }) =>
  roundTicks(pointsOf(`${from}:00.000`, steps)).map((on) => {
    const date = new Date(on)
    const pad = (part: number) => String(part).padStart(2, '0')
    return `${date.getDate()} ${pad(date.getHours())}:${pad(date.getMinutes())}`
  })

test.each<[string, string, { step: number; count: number }, string[]]>([
  [
    'minute steps: ticks at round five minutes',
    '2026-03-04T05:07',
    { step: 1, count: 18 },
    ['4 05:10', '4 05:15', '4 05:20'],
  ],
  [
    'includes a round first point',
    '2026-03-04T05:00',
    { step: 1, count: 8 },
    ['4 05:00', '4 05:05'],
  ],
  [
    'half-hour steps: ticks at full hours',
    '2026-03-04T05:30',
    { step: 30, count: 11 },
    ['4 06:00', '4 07:00', '4 08:00', '4 09:00', '4 10:00'],
  ],
  [
    'three-hour steps: ticks at noon and midnight',
    '2026-03-04T03:00',
    { step: 180, count: 23 },
    ['4 12:00', '5 00:00', '5 12:00', '6 00:00', '6 12:00'],
  ],
  [
    'steps that miss round times: the first point after each',
    '2026-03-04T05:07',
    { step: 5, count: 7 },
    ['4 05:12', '4 05:17', '4 05:22', '4 05:27', '4 05:32', '4 05:37'],
  ],
  ['a single point: no ticks', '2026-03-04T05:07', { step: 1, count: 1 }, []],
])('%s', (_, from, steps, ticks) => {
  expect(named(from, steps)).toEqual(ticks)
})
