import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue, type FairQueueOptions } from './fair-queue.ts'

class Refused extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super('refused')
    this.seconds = seconds
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Jobs that the test ends by hand. */
class HeldJobs {
  readonly queue: FairQueue
  readonly started: string[] = []
  readonly running: { name: string; end: () => void }[] = []

  constructor(options: Partial<FairQueueOptions> & { slots: number }) {
    this.queue = new FairQueue({
      maxWaiting: Number.POSITIVE_INFINITY,
      refuse: (seconds) => new Refused(seconds),
      ...options,
    })
  }

  /** The key of a job is the letter of its name. */
  add(name: string, signal?: AbortSignal): Promise<string> {
    const work = () => {
      this.started.push(name)
      return new Promise<string>((resolve) => {
        this.running.push({ name, end: () => resolve(name) })
      })
    }
    return this.queue.run(name.slice(0, 1), work, signal && { signal })
  }

  async end(at = 0): Promise<void> {
    const [job] = this.running.splice(at % this.running.length, 1)
    job?.end()
    await settled()
  }

  runningOf(key: string): number {
    return this.running.filter(({ name }) => name.startsWith(key)).length
  }
}

const names = (key: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${key}${at + 1}`)

describe('a fair queue', () => {
  test('starts the job of a quiet key after at most one of a key with forty', async () => {
    const jobs = new HeldJobs({ slots: 2 })
    for (const name of names('a', 40)) void jobs.add(name)
    void jobs.add('b1')
    await jobs.end()
    expect(jobs.started).toEqual(['a1', 'a2', 'b1'])
  })

  test('gives a quiet key the slot that a busy one may not have', async () => {
    const jobs = new HeldJobs({ slots: 3, maxPerKey: 2 })
    for (const name of names('a', 40)) void jobs.add(name)
    void jobs.add('b1')
    expect(jobs.started).toEqual(['a1', 'a2', 'b1'])
  })

  test('serves waiting keys round robin, and the jobs of each in order', async () => {
    const jobs = new HeldJobs({ slots: 1 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void jobs.add(name)
    while (jobs.running.length > 0) await jobs.end()
    expect(jobs.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('refuses a job if too many of its key wait, with the time they take, but not one of another', async () => {
    const jobs = new HeldJobs({ slots: 1, maxWaiting: 2 })
    for (const name of names('a', 3)) void jobs.add(name)
    await expect(jobs.add('a4')).rejects.toMatchObject({ seconds: 2 })
    void jobs.add('b1')
    expect(jobs.queue.size).toEqual({ running: 1, waiting: 3 })
    void jobs.queue.enter('a', { isUnbounded: true })
    expect(jobs.queue.size.waiting).toBe(4)
  })

  test('refuses a job that has waited too long', async () => {
    const jobs = new HeldJobs({ slots: 1, maxWaitMs: 5 })
    void jobs.add('a1')
    await expect(jobs.add('a2')).rejects.toBeInstanceOf(Refused)
    expect(jobs.queue.size.waiting).toBe(0)
  })

  test('an aborted job leaves the queue and never runs', async () => {
    const jobs = new HeldJobs({ slots: 1 })
    const stop = new AbortController()
    void jobs.add('a1')
    const aborted = jobs.add('a2', stop.signal)
    void jobs.add('a3')
    stop.abort(new Error('stopped'))
    await expect(aborted).rejects.toThrow('stopped')
    await expect(jobs.add('a4', stop.signal)).rejects.toThrow('stopped')
    await jobs.end()
    expect(jobs.started).toEqual(['a1', 'a3'])
  })

  test('a failed job frees its slot, and closing rejects everything that waits', async () => {
    const jobs = new HeldJobs({ slots: 1 })
    await expect(jobs.queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    void jobs.add('a1')
    const waiting = jobs.add('a2')
    jobs.queue.close(new Error('closed'))
    await expect(waiting).rejects.toThrow('closed')
  })
})

/** A job of one of four keys arrives, or a running one ends. */
const Events = fc.array(
  fc.oneof(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd') }), fc.record({ end: fc.nat(20) })),
  { maxLength: 80 },
)
const Limits = fc
  .record({ slots: fc.integer({ min: 1, max: 5 }), reserved: fc.integer({ min: 0, max: 2 }) })
  .map(({ slots, reserved }) => ({ slots, maxPerKey: Math.max(1, slots - reserved) }))

describe('for any order of arrivals and ends, a fair queue', () => {
  test('keeps its bounds, wastes no slot, starves nobody and keeps the order of each key', () =>
    fc.assert(
      fc.asyncProperty(Limits, Events, async (limits, events) => {
        const jobs = new HeldJobs(limits)
        const added: string[] = []
        const waitingOf = (key: string) =>
          added.filter((name) => name.startsWith(key) && !jobs.started.includes(name))
        const check = () => {
          expect(jobs.running.length).toBeLessThanOrEqual(limits.slots)
          for (const key of 'abcd') {
            expect(jobs.runningOf(key)).toBeLessThanOrEqual(limits.maxPerKey)
            const isBelow = jobs.runningOf(key) < limits.maxPerKey
            if (jobs.running.length < limits.slots && isBelow) expect(waitingOf(key)).toEqual([])
          }
        }
        for (const event of events) {
          const before = new Map([...'abcd'].map((key) => [key, jobs.runningOf(key)]))
          const waited = [...'abcd'].filter((key) => waitingOf(key).length > 0)
          const count = jobs.started.length
          if ('key' in event) {
            added.push(`${event.key}${added.length}`)
            void jobs.add(added.at(-1) ?? '')
          } else if (jobs.running.length > 0) {
            const ended = jobs.running[event.end % jobs.running.length]?.name.slice(0, 1) ?? ''
            before.set(ended, (before.get(ended) ?? 0) - 1)
            await jobs.end(event.end)
            const next = jobs.started[count]?.slice(0, 1)
            // The slot went to one of the waiting keys that had the fewest.
            if (next !== undefined) {
              const fewest = Math.min(...waited.map((key) => before.get(key) ?? 0))
              expect(before.get(next)).toBe(fewest)
            }
          }
          check()
        }
        while (jobs.running.length > 0) await jobs.end()
        expect([...jobs.started].sort()).toEqual([...added].sort())
        for (const key of 'abcd') {
          const isOwn = (name: string) => name.startsWith(key)
          expect(jobs.started.filter(isOwn)).toEqual(added.filter(isOwn))
        }
        expect(jobs.queue.size).toEqual({ running: 0, waiting: 0 })
      }),
      { numRuns: 150 },
    ))

  test('lets a key with one job wait for at most one job of each other key per slot', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 5, max: 30 }),
        async (slots, hostile, each) => {
          const jobs = new HeldJobs({ slots })
          for (const key of 'abc'.slice(0, hostile))
            for (const name of names(key, each)) void jobs.add(name)
          void jobs.add('q1')
          const before = jobs.started.length
          while (!jobs.started.includes('q1')) await jobs.end()
          expect(jobs.started.indexOf('q1') - before).toBeLessThanOrEqual(hostile)
        },
      ),
      { numRuns: 60 },
    ))
})
