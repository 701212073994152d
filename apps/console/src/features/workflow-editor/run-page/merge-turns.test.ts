import type { RunNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { mergeTurns, takenTurns, tookMs } from './merge-turns.ts'

function turn(key: string, attempt: number, more: Partial<RunNode> = {}): RunNode {
  const [nodeId = ''] = key.split(':')
  return {
    key,
    nodeId,
    label: nodeId,
    kind: 'set',
    attempt,
    status: 'succeeded',
    input: null,
    output: null,
    error: null,
    logs: [],
    origin: 'run',
    startedOn: '2026-03-04T05:00:00.000Z',
    endedOn: '2026-03-04T05:00:01.500Z',
    ...more,
  }
}

test('what is told takes the place of what was known, in the order of beginning', () => {
  const late = turn('a', 1, { startedOn: '2026-03-04T05:00:09.000Z', status: 'running' })
  const early = turn('b', 1)
  const done = { ...late, status: 'succeeded' as const }
  expect(mergeTurns([late], [early])).toEqual([early, late])
  expect(mergeTurns([late], [early, done])).toEqual([early, done])
})

test('attempts are of one turn, items of a loop are turns of their own', () => {
  const taken = takenTurns([turn('a', 2), turn('a', 1), turn('b:0:4', 1), turn('b:1', 1)])
  expect(taken.map(({ key, items, last }) => [key, items, last.attempt])).toEqual([
    ['a', '', 2],
    ['b:0:4', '1.5', 1],
    ['b:1', '2', 1],
  ])
  expect(taken[0]?.attempts.map(({ attempt }) => attempt)).toEqual([1, 2])
})

test('a turn that goes on has taken so long', () => {
  expect(tookMs(turn('a', 1))).toBe(1_500)
  const now = Date.parse('2026-03-04T05:00:04.000Z')
  expect(tookMs(turn('a', 1, { endedOn: null }), now)).toBe(4_000)
})
