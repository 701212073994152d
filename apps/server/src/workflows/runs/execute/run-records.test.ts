import type { Outcome, Step } from '@plinth/engine'
import { expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import type { RunRecordStore } from '../records/run-record-store.ts'
import type { RunDefinition, StartState } from '../records/run-store.ts'
import { RunRecords } from './run-records.ts'

interface Opened {
  startState?: StartState
  /** Steps that an earlier attempt has recorded. */
  executed?: readonly string[]
  run?: Partial<RunDefinition>
  store?: Partial<RunRecordStore>
}

const done: Outcome = { status: 'done', value: 1 }
const signal = new AbortController().signal
const at = (key: string, kind: string) => ({
  step: { key, input: null, planned: { node: { id: key, kind } } } as Step,
  attempt: 1,
})
const set = (key: string) => at(key, 'set')
const http = (key: string) => ({ ...at(key, 'http-request'), signal })

/** Records over a store that lists its calls. */
function open({ startState = 'new', executed = [], run, store }: Opened = {}) {
  const calls: string[] = []
  const opened = {
    run: { id: 'run', trigger: 'webhook', replayFrom: null, ...run } as RunDefinition,
    startState,
    signal,
  }
  const records = new RunRecords(
    {
      start: async () => {
        calls.push('start')
        return 'new'
      },
      write: async ({ key, status }) => void calls.push(`${key} ${status}`),
      endWait: async ({ key, outcome }) => void calls.push(`${key} ${outcome}`),
      setWaiting: async (_run, waits) => void calls.push(`waiting ${waits}`),
      end: async ({ status, records: last }) => {
        calls.push([...last.map(({ key }) => key), status].join(' '))
        return true
      },
      findOutcome: async ({ key, attempt }) =>
        executed.includes(`${key} ${attempt}`)
          ? { outcome: '{"status":"done"}', output: '2' }
          : undefined,
      listExecuted: async () => new Set(executed),
      ...store,
    },
    opened,
  )
  const defer = (...keys: string[]) => {
    for (const key of keys) records.defer({ ...set(key), outcome: done })
  }
  const end = () => records.end({ status: 'succeeded', result: '{}', error: null })
  async function execute(given: ReturnType<typeof http>, outcome: Outcome = done) {
    const begun = await records.begin(given)
    if ('outcome' in begun) return begun.outcome
    calls.push(`${given.step.key} runs`)
    await records.finish(begun, { outcome, journaled: outcome })
    return outcome
  }
  return { records, calls, defer, end, execute }
}

test('writes a run without side effects with its end only', async () => {
  const { calls, defer, end, execute } = open()
  await execute({ ...set('a'), signal })
  defer('a', 'b')
  await end()
  expect(calls).toEqual(['a runs', 'a b succeeded'])
})

test('writes the start and deferred records before a step with side effects, its record after', async () => {
  const { calls, defer, end, execute } = open()
  defer('a', 'b')
  await execute(http('c'))
  defer('d')
  await end()
  expect(calls).toEqual([
    'start',
    'a succeeded',
    'b succeeded',
    'c runs',
    'c succeeded',
    'd succeeded',
  ])
})

test('writes deferred records after the delay, many at once', async () => {
  const { calls, defer } = open({ run: { trigger: 'manual' } })
  defer('a', 'b')
  defer('c')
  await eventually(async () => calls.length > 0)
  expect(calls).toEqual(['start', 'a succeeded', 'b succeeded', 'c succeeded'])
})

test('writes each deferred record once when flushes overlap', async () => {
  const { records, calls, defer } = open()
  defer('a')
  await Promise.all([records.flush(), records.flush()])
  defer('b')
  await records.flush()
  expect(calls).toEqual(['start', 'a succeeded', 'b succeeded'])
})

test('flushes before a run is shown as waiting, and ends the wait with its outcome', async () => {
  const { records, calls, defer } = open()
  defer('a')
  await records.setWaiting(true)
  await records.setWaiting(false)
  await records.endWait(at('b', 'wait').step, { status: 'wait', ms: 1, value: 1 })
  expect(calls).toEqual([
    'start',
    'a succeeded',
    'waiting true',
    'waiting false',
    'b {"status":"done"}',
  ])
})

test('shows a step as running only if it lasts', async () => {
  const { records, calls } = open()
  const begun = await records.begin(http('a'))
  if ('outcome' in begun) throw new Error('the step has an outcome')
  await records.showRunning(begun, async () => undefined)
  expect(calls).toEqual(['start'])
  await records.showRunning(begun, () => new Promise((resolve) => setTimeout(resolve, 90)))
  expect(calls).toEqual(['start', 'a running'])
})

test('does not execute a step again that an earlier attempt has recorded', async () => {
  const { calls, execute } = open({ startState: 'resumed', executed: ['a 1'] })
  expect(await execute(http('a'))).toEqual({ status: 'done', value: 2 })
  await execute(http('b'))
  expect(calls).toEqual(['b runs', 'b succeeded'])
})

test('finds that an earlier attempt has started the run when it writes the start', async () => {
  const store = { start: async () => 'resumed' as const }
  const { calls, execute } = open({ executed: ['a 1'], store })
  expect(await execute(http('a'))).toEqual({ status: 'done', value: 2 })
  expect(calls).toEqual([])
})

test('executes no side effect of an ended run', async () => {
  const { calls, execute } = open({ startState: 'ended' })
  expect(await execute(http('a'))).toMatchObject({ status: 'failed' })
  expect(calls).toEqual([])
})

test('writes only missing records when a run is resumed', async () => {
  const { records, calls, defer, end } = open({ startState: 'resumed', executed: ['a 1'] })
  defer('a', 'b')
  await records.flush()
  defer('c')
  await end()
  expect(calls).toEqual(['b succeeded', 'c succeeded'])
})

test('writes the start once, and again after a failure', async () => {
  const answers = [new Error('rejected'), 'resumed' as const]
  const start = async () => {
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('called again')
    return answer
  }
  const { records } = open({ store: { start } })
  await expect(records.flush()).rejects.toThrow('rejected')
  expect(await Promise.all([records.flush(), records.flush()])).toEqual(['resumed', 'resumed'])
})

test('does not let the run end while records could not be written', async () => {
  const { records, calls, defer, end } = open({
    store: { write: () => Promise.reject(new Error('rejected')) },
  })
  defer('a')
  await expect(records.flush()).rejects.toThrow('rejected')
  await expect(end()).rejects.toThrow('rejected')
  expect(calls).toEqual(['start'])
})
