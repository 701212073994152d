import { expect, test } from 'vitest'
import { sortTargets } from './engine-target.ts'

test('promises of slots go by workflow in their order; others go as they came', () => {
  const { slots, others } = sortTargets([
    { id: '1', topic: 'runInSlot', key: 'wfl_a/5/run_1' },
    { id: '2', topic: 'runInOrder', key: 'wfl_b/run_2' },
    { id: '3', topic: 'runInSlot', key: 'wfl_c/2/run_3' },
    { id: '4', topic: 'runInSlot', key: 'wfl_a/6/run_4' },
    { id: '5', topic: 'watchRows', key: 'env_1' },
  ])
  expect(slots.map(({ key, body }) => ({ key, body }))).toEqual([
    {
      key: 'wfl_a',
      body: [
        { runId: 'run_1', limit: 5 },
        { runId: 'run_4', limit: 6 },
      ],
    },
    { key: 'wfl_c', body: [{ runId: 'run_3', limit: 2 }] },
  ])
  expect(others.map(({ key, method, idempotencyKey }) => [key, method, idempotencyKey])).toEqual([
    ['wfl_b', 'run', 'run_2'],
    ['env_1', 'watchRows', 'outbox-5'],
  ])
})
