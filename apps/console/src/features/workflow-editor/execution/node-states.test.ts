import type { RunNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { statesOf, takeIn } from './node-states.ts'

function turn(key: string, attempt: number, status: RunNode['status']): RunNode {
  const [nodeId = ''] = key.split(':')
  const startedOn = '2026-01-01T00:00:00.000Z'
  const isOver = status === 'succeeded' || status === 'failed'
  const endedOn = isOver ? '2026-01-01T00:00:00.020Z' : null
  const rest = { label: nodeId, kind: 'set', input: null, output: null, error: null, logs: [] }
  return { ...rest, key, nodeId, attempt, status, startedOn, endedOn, origin: 'run' }
}

const seen = (...events: RunNode[][]) =>
  statesOf(
    events.reduce((turns, nodes) => takeIn(turns, nodes), takeIn(new Map(), [])),
    {},
  )

test.each<[string, RunNode[][], ReturnType<typeof statesOf>]>([
  ['nothing was told yet', [], {}],
  ['a node runs', [[turn('a', 1, 'running')]], { a: { status: 'running', attempts: 1, ms: null } }],
  [
    'the last word counts',
    [[turn('a', 1, 'running')], [turn('a', 1, 'succeeded')]],
    { a: { status: 'succeeded', attempts: 1, ms: 20 } },
  ],
  [
    'an attempt after a failure',
    [[turn('a', 1, 'failed')], [turn('a', 2, 'running')]],
    { a: { status: 'running', attempts: 2, ms: null } },
  ],
  [
    'an older attempt that is told again covers nothing',
    [[turn('a', 2, 'succeeded')], [turn('a', 1, 'failed')]],
    { a: { status: 'succeeded', attempts: 2, ms: 20 } },
  ],
  [
    'of the items of a loop, the one still running counts',
    [[turn('a:0', 1, 'succeeded'), turn('a:1', 1, 'running'), turn('a:2', 1, 'failed')]],
    { a: { status: 'running', attempts: 1, ms: 40 } },
  ],
  [
    'of items that are over, the failed one counts',
    [[turn('a:0', 3, 'succeeded'), turn('a:1', 1, 'failed')]],
    { a: { status: 'failed', attempts: 3, ms: 40 } },
  ],
])('%s', (_, events, states) => {
  expect(seen(...events)).toEqual(states)
})

test('a state that did not change is the same object, so that its card is not drawn again', () => {
  const turns = takeIn(new Map(), [turn('a', 1, 'succeeded'), turn('b', 1, 'running')])
  const before = statesOf(turns, {})
  const after = statesOf(takeIn(turns, [turn('b', 1, 'succeeded')]), before)
  expect(after.a).toBe(before.a)
  expect(after.b).not.toBe(before.b)
})
