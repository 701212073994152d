import type { Run } from '@plinth/contract'
import { expect, test } from 'vitest'
import { actOnEach, printOutcome } from '../chosen/act-on-each.ts'
import { type RunAct, runsFor } from './run-acts.ts'
import { runStrings } from './strings.ts'

const words = runStrings.chosen

const run = (id: string, endedOn: string | null, status: Run['status']) =>
  ({ id, endedOn, status }) as Run
const RUNS = [
  run('a', null, 'running'),
  run('b', '2026-01-01', 'failed'),
  run('c', '2026-01-02', 'succeeded'),
]

test.each<[RunAct, string]>([
  ['retry', 'b c'],
  ['current', 'b c'],
  ['replay', 'b'],
  ['delete', 'b c'],
  ['cancel', 'a'],
])('%s applies to the runs %s', (act, ids) => {
  expect(
    runsFor(act, RUNS)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(ids)
})

test('acts on one run after the other and goes on after a refusal', async () => {
  const seen: string[] = []
  const progress: number[] = []
  const outcome = await actOnEach(
    RUNS,
    async ({ id }) => {
      seen.push(id)
      if (id === 'b') throw new Error('not now')
    },
    { signal: new AbortController().signal, onProgress: (done) => progress.push(done) },
  )
  expect(outcome).toEqual({ done: 2, refused: ['not now'], left: 0 })
  expect([seen, progress]).toEqual([
    ['a', 'b', 'c'],
    [1, 2, 3],
  ])
})

test('tries no further run after a stop', async () => {
  const stop = new AbortController()
  const outcome = await actOnEach(RUNS, async () => stop.abort(), {
    signal: stop.signal,
    onProgress: () => undefined,
  })
  expect(outcome).toEqual({ done: 1, refused: [], left: 2 })
})

test.each([
  [{ done: 2, refused: [], left: 0 }, '2 deleted'],
  [{ done: 1, refused: ['why'], left: 3 }, '1 deleted, 1 refused, 3 not tried'],
  [{ done: 0, refused: ['why', 'why'], left: 0 }, '2 refused'],
])('prints %j as %s', (outcome, title) => {
  const printed = printOutcome(words.done.delete, outcome)
  expect(printed.title).toBe(title)
  expect('variant' in printed).toBe(outcome.refused.length > 0)
})

test('prints how many runs were replayed and why one was refused', () => {
  expect(
    printOutcome(words.done.replay, { done: 3, refused: ['No node failed.'], left: 0 }),
  ).toEqual({
    title: '3 replayed, 1 refused',
    description: 'No node failed.',
    variant: 'destructive',
  })
})
