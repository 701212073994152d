import type { RunNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { mergeSteps } from '../execution/merge-steps.ts'
import { stepDuration, toRunSteps } from './run-steps.ts'

function step(key: string, attempt: number, more: Partial<RunNode> = {}): RunNode {
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

test('replaces known steps with updates, in start order', () => {
  const late = step('a', 1, { startedOn: '2026-03-04T05:00:09.000Z', status: 'running' })
  const early = step('b', 1)
  const done = { ...late, status: 'succeeded' as const }
  expect(mergeSteps([late], [early])).toEqual([early, late])
  expect(mergeSteps([late], [early, done])).toEqual([early, done])
})

test('groups attempts by step; each loop item is its own step', () => {
  const steps = toRunSteps([step('a', 2), step('a', 1), step('b:0:4', 1), step('b:1', 1)])
  expect(steps.map(({ key, items, last }) => [key, items, last.attempt])).toEqual([
    ['a', '', 2],
    ['b:0:4', '1.5', 1],
    ['b:1', '2', 1],
  ])
  expect(steps[0]?.attempts.map(({ attempt }) => attempt)).toEqual([1, 2])
})

test('measures a running step up to now', () => {
  expect(stepDuration(step('a', 1))).toBe(1_500)
  const now = Date.parse('2026-03-04T05:00:04.000Z')
  expect(stepDuration(step('a', 1, { endedOn: null }), now)).toBe(4_000)
})
