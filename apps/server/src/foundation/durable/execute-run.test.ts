import { WorkflowSettings } from '@plinth/contract'
import { planRun } from '@plinth/engine'
import type * as restate from '@restatedev/restate-sdk'
import { expect, test, vi } from 'vitest'
import { executeRun } from './execute-run.ts'
import { type LoadedRun, type RunEnding, UnreadableRun } from './run-host.ts'

interface Mapped<T> extends Promise<T> {
  map<U>(change: (value: T) => U): Mapped<U>
}

/** A promise as the durable runtime's client makes it. */
const mapped = <T>(promise: Promise<T>): Mapped<T> =>
  Object.assign(promise, {
    map: <U>(change: (value: T) => U) => mapped(promise.then(change)),
  })

const ctx = {
  request: () => ({ attemptCompletedSignal: new AbortController().signal }),
  run: (_name: string, work: () => Promise<unknown>) => mapped(work()),
} as unknown as restate.Context

const node = { kind: 'set', label: 'A', active: true, parameters: {}, credentials: {} }

async function execute(
  readOutcome: LoadedRun['readOutcome'],
  durable: restate.Context = ctx,
): Promise<RunEnding[]> {
  const ends: RunEnding[] = []
  const run = {
    plan: planRun({ nodes: [{ id: 'a', ...node }], wires: [] }, ['a']).plan,
    settings: WorkflowSettings.parse({}),
    payload: undefined,
    knownOutcome: () => undefined,
    executeStep: async () => ({ status: 'on-record' }),
    deferRecord: () => undefined,
    setWaiting: async () => undefined,
    readOutcome,
    end: async (ending: RunEnding) => void ends.push(ending),
  } as unknown as LoadedRun
  const host = { load: async () => undefined, cancelCalls: async () => undefined }
  await executeRun(durable, { run, host, signer: { sign: () => '', verify: () => undefined } })
  return ends
}

test('reads an outcome that the journal does not hold', async () => {
  const ends = await execute(async () => ({ status: 'done', value: 1 }))
  expect(ends).toEqual([{ status: 'succeeded', result: { A: 1 } }])
})

test('ends a run whose records are damaged as failed, with the sentence', async () => {
  const ends = await execute(() => Promise.reject(new UnreadableRun('The record is damaged.')))
  const error = { node: '', message: 'The record is damaged.' }
  expect(ends).toEqual([{ status: 'failed', result: {}, error }])
})

test('leaves any other error to the next attempt', async () => {
  const failing = execute(() => Promise.reject(new Error('Connection terminated')))
  await expect(failing).rejects.toThrow('Connection terminated')
})

const NOW = Date.parse('2026-11-17T12:00:00Z')

test.each([
  ['sleeps for what is left of it', { ms: 60_000, until: NOW + 20_000 }, 20_000],
  ['is over at once if its time has passed', { ms: 60_000, until: NOW - 5_000 }, 0],
  ['never sleeps for longer than it lasts', { ms: 60_000, until: NOW + 90_000 }, 60_000],
  ['of release 0.2.0 sleeps for all of it', { ms: 60_000 }, 60_000],
])('a wait %s', async (_name, wait, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const slept: number[] = []
  const sleep = (ms: number) => {
    slept.push(ms)
    throw new Error('asleep')
  }
  const outcome = async () => ({ status: 'wait' as const, ...wait, value: 1 })
  await expect(execute(outcome, { ...ctx, sleep } as restate.Context)).rejects.toThrow('asleep')
  expect(slept).toEqual([expected])
  vi.useRealTimers()
})
