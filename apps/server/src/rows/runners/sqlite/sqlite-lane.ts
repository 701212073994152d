import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database-fault.ts'
import { STATEMENT_MS } from '../row-runner.ts'
import { SqliteProcess } from './sqlite-process.ts'
import type { SqliteJob, SqliteOutcome, SqliteThreadData, SqliteWord } from './sqlite-thread.ts'

/** A job with whoever waits for it. */
interface Waiting {
  readonly job: SqliteJob
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  /** It was cut off once with others, so now it runs by itself. */
  isSuspect: boolean
}

/** Writers share a commit, which is what takes long; readers only share a message. */
const MOST_TOGETHER = { writer: 64, reader: 16 }
const MOST_WAITING = 2_000
/** A thread that is only just starting is not a statement that takes too long. */
const START_MS = 15_000

interface Thread {
  readonly worker: Worker | SqliteProcess
  batch: readonly Waiting[]
  timer: NodeJS.Timeout | undefined
  isReady: boolean
}

interface SqliteLaneOptions extends SqliteThreadData {
  readonly size: number
  /** Processes instead of threads, which can be ended whatever they do. */
  readonly isApart?: boolean
}

/** Threads that pull from one queue; a thread that does not come back in time is ended and replaced. */
export class SqliteLane {
  readonly #queue: Waiting[] = []
  readonly #threads = new Set<Thread>()
  readonly #size: number
  readonly #isWriter: boolean
  readonly #mostFiles: number
  readonly #isApart: boolean
  #isClosed = false

  constructor({ size, isWriter, mostFiles, isApart = false }: SqliteLaneOptions) {
    this.#isApart = isApart
    this.#size = size
    this.#isWriter = isWriter
    this.#mostFiles = mostFiles
  }

  run(job: SqliteJob): Promise<unknown> {
    if (this.#queue.length >= MOST_WAITING)
      return Promise.reject(new DatabaseFault({ kind: 'busy' }))
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject, isSuspect: false })
      this.#pull()
    })
  }

  #pull(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const thread = this.#findIdle()
      if (!thread) return
      this.#give(thread, this.#takeBatch())
    }
  }

  #findIdle(): Thread | undefined {
    for (const thread of this.#threads) if (thread.batch.length === 0) return thread
    return this.#threads.size < this.#size ? this.#start() : undefined
  }

  #takeBatch(): readonly Waiting[] {
    const share = Math.ceil(this.#queue.length / this.#size)
    const most = this.#isWriter ? MOST_TOGETHER.writer : Math.min(share, MOST_TOGETHER.reader)
    const suspect = this.#queue.slice(0, most).findIndex(({ isSuspect }) => isSuspect)
    return this.#queue.splice(0, suspect < 0 ? most : Math.max(1, suspect))
  }

  #give(thread: Thread, batch: readonly Waiting[]): void {
    thread.batch = batch
    thread.worker.ref()
    this.#allow(thread)
    thread.worker.postMessage(batch.map(({ job }) => job))
  }

  #allow(thread: Thread): void {
    clearTimeout(thread.timer)
    const ms = thread.isReady ? STATEMENT_MS : START_MS
    thread.timer = setTimeout(() => this.#cutOff(thread), ms)
  }

  #start(): Thread {
    const url = new URL('./sqlite-thread.ts', import.meta.url)
    const told: SqliteThreadData = { isWriter: this.#isWriter, mostFiles: this.#mostFiles }
    const worker = this.#isApart
      ? new SqliteProcess(url, told)
      : new Worker(url, { workerData: told })
    const thread: Thread = { worker, batch: [], timer: undefined, isReady: false }
    this.#threads.add(thread)
    worker.on('message', (word: SqliteWord) => {
      if (!this.#threads.has(thread)) return
      if (word !== 'ready') return this.#settle(thread, word)
      thread.isReady = true
      if (thread.batch.length > 0) this.#allow(thread)
    })
    worker.on('error', (error) => this.#lose(thread, error))
    worker.on('exit', () => this.#lose(thread, new DatabaseFault({ kind: 'busy' })))
    return thread
  }

  #settle(thread: Thread, outcomes: readonly SqliteOutcome[]): void {
    clearTimeout(thread.timer)
    const { batch } = thread
    thread.batch = []
    thread.worker.unref()
    for (const [at, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[at] ?? { error: 'a thread lost an answer' }
      if ('answer' in outcome) resolve(outcome.answer)
      else if ('fault' in outcome) reject(new DatabaseFault(outcome.fault))
      else reject(new Error(outcome.error))
    }
    this.#pull()
  }

  /** Of several nobody knows which one ran away, so each gets one more try alone. */
  #cutOff(thread: Thread): void {
    const { batch } = thread
    this.#threads.delete(thread)
    void thread.worker.terminate()
    const [only, ...others] = batch
    if (only && others.length === 0) only.reject(new DatabaseFault({ kind: 'timeout' }))
    else {
      for (const waiting of batch) waiting.isSuspect = true
      this.#queue.unshift(...batch)
    }
    this.#pull()
  }

  #lose(thread: Thread, error: Error): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    for (const { reject } of thread.batch) reject(error)
    this.#pull()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const threads = [...this.#threads]
    this.#threads.clear()
    for (const { worker, timer, batch } of threads) {
      clearTimeout(timer)
      for (const { reject } of batch) reject(new DatabaseFault({ kind: 'busy' }))
      await worker.terminate()
    }
    for (const { reject } of this.#queue.splice(0)) reject(new DatabaseFault({ kind: 'busy' }))
  }
}
