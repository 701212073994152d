import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database-fault.ts'
import { STATEMENT_TIMEOUT_MS } from '../row-runner.ts'
import { SqliteProcess } from './sqlite-process.ts'
import type { SqliteJob, SqliteMessage, SqliteOutcome, SqliteThreadData } from './sqlite-thread.ts'

/** A queued job with its promise callbacks. */
interface QueuedJob {
  readonly job: SqliteJob
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  /** It was in a batch that timed out, so it runs alone next. */
  isSuspect: boolean
}

/** Writers share a commit, which dominates their cost; readers only share a message. */
const MAX_BATCH = { writer: 64, reader: 16 }
const MAX_QUEUED = 2_000
/** Starting a thread does not count towards the statement timeout. */
const START_MS = 15_000

interface Thread {
  readonly worker: Worker | SqliteProcess
  batch: readonly QueuedJob[]
  timer: NodeJS.Timeout | undefined
  isReady: boolean
}

interface SqliteLaneOptions extends SqliteThreadData {
  readonly size: number
  /** Processes instead of threads: they can be killed whatever they do. */
  readonly isApart?: boolean
}

/** Worker threads that pull from one queue; a thread that does not answer in time is terminated and replaced. */
export class SqliteWorkerPool {
  readonly #queue: QueuedJob[] = []
  readonly #threads = new Set<Thread>()
  readonly #size: number
  readonly #isWriter: boolean
  readonly #maxFiles: number
  readonly #isApart: boolean
  #isClosed = false

  constructor({ size, isWriter, maxFiles, isApart = false }: SqliteLaneOptions) {
    this.#isApart = isApart
    this.#size = size
    this.#isWriter = isWriter
    this.#maxFiles = maxFiles
  }

  run(job: SqliteJob): Promise<unknown> {
    if (this.#queue.length >= MAX_QUEUED) return Promise.reject(new DatabaseFault({ kind: 'busy' }))
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject, isSuspect: false })
      this.#pull()
    })
  }

  #pull(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const thread = this.#findIdle()
      if (!thread) return
      this.#assign(thread, this.#takeBatch())
    }
  }

  #findIdle(): Thread | undefined {
    for (const thread of this.#threads) if (thread.batch.length === 0) return thread
    return this.#threads.size < this.#size ? this.#start() : undefined
  }

  #takeBatch(): readonly QueuedJob[] {
    const share = Math.ceil(this.#queue.length / this.#size)
    const max = this.#isWriter ? MAX_BATCH.writer : Math.min(share, MAX_BATCH.reader)
    const suspect = this.#queue.slice(0, max).findIndex(({ isSuspect }) => isSuspect)
    return this.#queue.splice(0, suspect < 0 ? max : Math.max(1, suspect))
  }

  #assign(thread: Thread, batch: readonly QueuedJob[]): void {
    thread.batch = batch
    thread.worker.ref()
    this.#startTimer(thread)
    thread.worker.postMessage(batch.map(({ job }) => job))
  }

  #startTimer(thread: Thread): void {
    clearTimeout(thread.timer)
    const ms = thread.isReady ? STATEMENT_TIMEOUT_MS : START_MS
    thread.timer = setTimeout(() => this.#timeOut(thread), ms)
  }

  #start(): Thread {
    const url = new URL('./sqlite-thread.ts', import.meta.url)
    const options: SqliteThreadData = { isWriter: this.#isWriter, maxFiles: this.#maxFiles }
    const worker = this.#isApart
      ? new SqliteProcess(url, options)
      : new Worker(url, { workerData: options })
    const thread: Thread = { worker, batch: [], timer: undefined, isReady: false }
    this.#threads.add(thread)
    worker.on('message', (word: SqliteMessage) => {
      if (!this.#threads.has(thread)) return
      if (word !== 'ready') return this.#resolve(thread, word)
      thread.isReady = true
      if (thread.batch.length > 0) this.#startTimer(thread)
    })
    worker.on('error', (error) => this.#lose(thread, error))
    worker.on('exit', () => this.#lose(thread, new DatabaseFault({ kind: 'busy' })))
    return thread
  }

  #resolve(thread: Thread, outcomes: readonly SqliteOutcome[]): void {
    clearTimeout(thread.timer)
    const { batch } = thread
    thread.batch = []
    thread.worker.unref()
    for (const [at, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[at] ?? { error: 'sqlite: worker returned no answer' }
      if ('answer' in outcome) resolve(outcome.answer)
      else if ('fault' in outcome) reject(new DatabaseFault(outcome.fault))
      else reject(new Error(outcome.error))
    }
    this.#pull()
  }

  /** It is unknown which job of the batch hung, so each is retried alone. */
  #timeOut(thread: Thread): void {
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
