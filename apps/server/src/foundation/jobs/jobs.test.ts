import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openJobs, stopAll } from './jobs.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function open(intervals = {}) {
  const logged: unknown[][] = []
  const log = {
    warn: (...args: unknown[]) => logged.push(['warn', ...args]),
    debug: (...args: unknown[]) => logged.push(['debug', ...args]),
  }
  return { jobs: openJobs(log as never, intervals), logged }
}

/** Work that ends when the test calls its function in `ends`. */
function hangingWork() {
  const ends: (() => void)[] = []
  return {
    ends,
    run: () =>
      new Promise<void>((resolve) => {
        ends.push(resolve)
      }),
  }
}

test('an interval of the registry replaces that of the job with its name', async () => {
  const { jobs } = open({ work: 50 })
  const [work, other] = [vi.fn(async () => {}), vi.fn(async () => {})]
  const started = stopAll([
    jobs.start({ name: 'work', everyMs: 1_000, run: work }),
    jobs.start({ name: 'other', everyMs: 1_000, run: other }),
  ])
  await later(999)
  expect(work).toHaveBeenCalledTimes(19)
  expect(other).toHaveBeenCalledTimes(0)
  await started.stop()
})

test('runs after each interval', async () => {
  const { jobs } = open()
  const run = vi.fn(async () => {})
  const job = jobs.start({ name: 'work', everyMs: 1_000, run })
  await later(999)
  expect(run).toHaveBeenCalledTimes(0)
  await later(1)
  expect(run).toHaveBeenCalledTimes(1)
  await later(3_000)
  expect(run).toHaveBeenCalledTimes(4)
  await job.stop()
})

test('runs at the start if it is immediate', async () => {
  const { jobs } = open()
  const run = vi.fn(async () => {})
  const job = jobs.start({ name: 'work', everyMs: 1_000, isImmediate: true, run })
  expect(run).toHaveBeenCalledTimes(0)
  await later(0)
  expect(run).toHaveBeenCalledTimes(1)
  await job.stop()
})

test('starts no second run while one hangs, and skips the missed ones', async () => {
  const { jobs } = open()
  const { run, ends } = hangingWork()
  const job = jobs.start({ name: 'work', everyMs: 1_000, run })
  await later(100_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await later(999)
  expect(ends).toHaveLength(1)
  await later(1)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await job.stop()
})

test('stop aborts the signal, waits for the run in progress, and nothing runs afterwards', async () => {
  const { jobs } = open()
  const { run, ends } = hangingWork()
  let signal: AbortSignal | undefined
  const job = jobs.start({
    name: 'work',
    everyMs: 1_000,
    run: (given) => {
      signal = given
      return run()
    },
  })
  await later(1_000)
  expect(signal?.aborted).toBe(false)
  let isStopped = false
  const stopped = job.stop().then(() => {
    isStopped = true
  })
  await later(10_000)
  expect([signal?.aborted, isStopped]).toEqual([true, false])
  ends[0]?.()
  await stopped
  job.wake()
  await later(10_000)
  expect(ends).toHaveLength(1)
})

test('stop ends a pause at once', async () => {
  const { jobs } = open()
  const run = vi.fn(async () => {})
  const job = jobs.start({ name: 'work', everyMs: 1_000, run })
  await job.stop()
  expect(run).toHaveBeenCalledTimes(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('wake ends the pause, and during a run causes exactly one more run', async () => {
  const { jobs } = open()
  const { run, ends } = hangingWork()
  const job = jobs.start({ name: 'work', everyMs: 1_000, run })
  job.wake()
  await later(0)
  expect(ends).toHaveLength(1)
  for (let count = 0; count < 5; count++) job.wake()
  await later(500)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await later(0)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await later(999)
  expect(ends).toHaveLength(2)
  await later(1)
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await job.stop()
})

test('repeats at once while more is waiting, until it is stopped', async () => {
  const { jobs } = open()
  const answers = [true, true, false]
  const run = vi.fn(async () => answers.shift() ?? true)
  const job = jobs.start({ name: 'work', everyMs: 1_000, run })
  await later(1_000)
  expect(run).toHaveBeenCalledTimes(3)
  run.mockImplementation(async () => {
    if (run.mock.calls.length === 10) void job.stop()
    return true
  })
  await later(1_000)
  expect(run).toHaveBeenCalledTimes(10)
})

test('logs a failed run and tries again after the retry time', async () => {
  const { jobs, logged } = open()
  const error = new Error('away')
  const run = vi.fn(async () => {
    if (run.mock.calls.length < 3) throw error
  })
  const job = jobs.start({ name: 'work', everyMs: 60_000, retryMs: 1_000, run })
  await later(60_000)
  await later(1_000)
  expect(logged).toEqual([
    ['warn', { err: error, job: 'work', failures: 1 }, 'job: run failed'],
    ['warn', { err: error, job: 'work', failures: 2 }, 'job: run failed'],
  ])
  expect(jobs.list()).toMatchObject([{ failures: 2, lastSuccessAt: undefined }])
  await later(1_000)
  expect(run).toHaveBeenCalledTimes(3)
  expect(jobs.list()).toMatchObject([{ failures: 0, lastSuccessAt: new Date() }])
  await later(59_999)
  expect(run).toHaveBeenCalledTimes(3)
  await job.stop()
})

test('a run that throws before its first await counts as failed', async () => {
  const { jobs, logged } = open()
  const job = jobs.start({
    name: 'work',
    everyMs: 1_000,
    failureLevel: 'debug',
    run: () => {
      throw new Error('at once')
    },
  })
  await later(2_000)
  expect(logged.map(([level]) => level)).toEqual(['debug', 'debug'])
  await job.stop()
})

test('lists state, last success and duration until the job is stopped', async () => {
  const { jobs } = open()
  const { run, ends } = hangingWork()
  const first = jobs.start({ name: 'first', everyMs: 1_000, run })
  const second = jobs.start({ name: 'second', everyMs: 5_000, run: async () => {} })
  const untouched = { lastSuccessAt: undefined, lastDurationMs: undefined, failures: 0 }
  expect(jobs.list()).toEqual([
    { name: 'first', everyMs: 1_000, isRunning: false, ...untouched },
    { name: 'second', everyMs: 5_000, isRunning: false, ...untouched },
  ])
  await later(1_250)
  expect(jobs.list()[0]).toMatchObject({ isRunning: true, lastSuccessAt: undefined })
  ends[0]?.()
  await later(0)
  expect(jobs.list()[0]).toMatchObject({
    isRunning: false,
    lastSuccessAt: new Date(),
    lastDurationMs: 250,
  })
  await stopAll([first, second]).stop()
  expect(jobs.list()).toEqual([])
})

test('a woken run keeps the asynchronous context of its start, not that of the caller', async () => {
  const { jobs } = open()
  const store = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const job = jobs.start({
    name: 'work',
    everyMs: 1_000,
    run: async () => void seen.push(store.getStore()),
  })
  store.run('transaction', () => job.wake())
  await later(0)
  expect(seen).toEqual([undefined])
  await job.stop()
})

test('does not keep the process alive', async () => {
  vi.useRealTimers()
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const job = open().jobs.start({ name: 'work', everyMs: 60_000, run: async () => {} })
  const during = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  expect(during).toBe(before)
  await job.stop()
})
