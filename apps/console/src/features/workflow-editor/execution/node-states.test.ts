import type { RunNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { applyEvent, statesOf } from './node-states.ts'

function step(key: string, attempt: number, status: RunNode['status']): RunNode {
  const [nodeId = ''] = key.split(':')
  const startedOn = '2026-01-01T00:00:00.000Z'
  const isOver = status === 'succeeded' || status === 'failed'
  const endedOn = isOver ? '2026-01-01T00:00:00.020Z' : null
  const rest = { label: nodeId, kind: 'set', input: null, output: null, error: null, logs: [] }
  return { ...rest, key, nodeId, attempt, status, startedOn, endedOn, origin: 'run' }
}

const seen = (...events: RunNode[][]) =>
  statesOf(
    events.reduce((steps, nodes) => applyEvent(steps, nodes), applyEvent(new Map(), [])),
    {},
  )

test.each<[string, RunNode[][], ReturnType<typeof statesOf>]>([
  ['has no states before the first event', [], {}],
  [
    'shows a running node',
    [[step('a', 1, 'running')]],
    { a: { status: 'running', attempts: 1, ms: null } },
  ],
  [
    'takes the latest event',
    [[step('a', 1, 'running')], [step('a', 1, 'succeeded')]],
    { a: { status: 'succeeded', attempts: 1, ms: 20 } },
  ],
  [
    'shows the retry after a failed attempt',
    [[step('a', 1, 'failed')], [step('a', 2, 'running')]],
    { a: { status: 'running', attempts: 2, ms: null } },
  ],
  [
    'ignores a repeated event of an older attempt',
    [[step('a', 2, 'succeeded')], [step('a', 1, 'failed')]],
    { a: { status: 'succeeded', attempts: 2, ms: 20 } },
  ],
  [
    'shows running while one item of a loop is running',
    [[step('a:0', 1, 'succeeded'), step('a:1', 1, 'running'), step('a:2', 1, 'failed')]],
    { a: { status: 'running', attempts: 1, ms: 40 } },
  ],
  [
    'shows failed if one item of an ended loop failed',
    [[step('a:0', 3, 'succeeded'), step('a:1', 1, 'failed')]],
    { a: { status: 'failed', attempts: 3, ms: 40 } },
  ],
])('%s', (_, events, states) => {
  expect(seen(...events)).toEqual(states)
})

test('keeps the identity of an unchanged state, so that its card is not rendered again', () => {
  const steps = applyEvent(new Map(), [step('a', 1, 'succeeded'), step('b', 1, 'running')])
  const before = statesOf(steps, {})
  const after = statesOf(applyEvent(steps, [step('b', 1, 'succeeded')]), before)
  expect(after.a).toBe(before.a)
  expect(after.b).not.toBe(before.b)
})
