import { Worker } from 'node:worker_threads'
import { FairOrder } from '../../../foundation/concurrency/fair-order.ts'
import { DatabaseFault, limitedFault } from '../database-fault.ts'
import { SqliteProcess } from './sqlite-process.ts'
import type { SqliteJob, SqliteMessage, SqliteOutcome, SqliteThreadData } from './sqlite-thread.ts'

/** A queued job with its promise callbacks. */
interface QueuedJob {
  readonly job: SqliteJob
  /** How long it took before; undefined if that is not known. */
  readonly expectedMs: number | undefined
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  /** It was in a batch that timed out, so it runs alone next. */
  isSuspect: boolean
}

/** Writers share a commit, which dominates their cost; readers only share a message. */
const MAX_BATCH = { writer: 64, reader: 16 }
/** Texts of large rows are garbage at once; by default each thread would collect 48 MB of it first. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12 }
/** A batch is one turn, so jobs of other files wait that long; a longer job runs alone. */
const BATCH_MS = { writer: 50, reader: 8 }
/** A first write rarely takes long; a first read may scan a whole table. */
const UNKNOWN_MS = { writer: 1, reader: BATCH_MS.reader }
/** Jobs of one file, and of all files. */
const MAX_QUEUED_PER_FILE = 500
const MAX_QUEUED = 20_000
const refuseFile = limitedFault('requests')
/** Starting a thread does not count towards the statement timeout. */
const START_MS = 15_000

interface Thread {
  readonly worker: Worker | SqliteProcess
  batch: readonly QueuedJob[]
  timer: NodeJS.Timeout | undefined
  since: number
  isReady: boolean
}

interface SqliteLaneOptions extends SqliteThreadData {
  readonly size: number
  /** Processes instead of threads: they can be killed whatever they do. */
  readonly isApart?: boolean
}

/**
 * Worker threads that pull from one queue, which files share fairly: a file never has the last free thread of several.
 * A thread that does not answer in time is terminated and replaced.
 */
export class SqliteWorkerPool {
  readonly #order = new FairOrder<QueuedJob>()
  readonly #threads = new Set<Thread>()
  readonly #size: number
  readonly #isWriter: boolean
  readonly #maxFiles: number
  readonly #statementMs: number
  readonly #isApart: boolean
  readonly #isTemporary: boolean | undefined
  #isClosed = false

  constructor(options: SqliteLaneOptions) {
    const { size, isWriter, maxFiles, statementMs, isApart = false, isTemporary } = options
    this.#isTemporary = isTemporary
    this.#statementMs = statementMs
    this.#isApart = isApart
    this.#size = size
    this.#isWriter = isWriter
    this.#maxFiles = maxFiles
  }

  run(job: SqliteJob, expectedMs?: number): Promise<unknown> {
    const { file } = job
    if (this.#order.waitingOf(file) >= MAX_QUEUED_PER_FILE)
      return Promise.reject(refuseFile(this.#order.retryAfterSeconds(file, this.#size)))
    if (this.#order.waiting >= MAX_QUEUED)
      return Promise.reject(new DatabaseFault({ kind: 'busy' }))
    return new Promise((resolve, reject) => {
      this.#order.add(file, { job, expectedMs, resolve, reject, isSuspect: false })
      this.#pull()
    })
  }

  #pull(): void {
    while (this.#order.waiting > 0 && !this.#isClosed) {
      const isBlocked = this.#findBlocked()
      if (!this.#order.peek(isBlocked)) return
      const thread = this.#findIdle()
      if (!thread) return
      this.#assign(thread, this.#takeBatch(isBlocked))
    }
    this.#startSpare()
  }

  /** A file that comes next must not wait for the start of a thread, which takes long while others are busy. */
  #startSpare(): void {
    if (this.#isApart || this.#isClosed || this.#threads.size >= this.#size) return
    for (const { batch } of this.#threads) if (batch.length === 0) return
    this.#start().worker.unref()
  }

  /** Files that have all threads but one; undefined if there are none. */
  #findBlocked(): ((file: string) => boolean) | undefined {
    const busy = [...this.#threads].filter(({ batch }) => batch.length > 0)
    if (this.#size === 1 || busy.length < this.#size - 1) return undefined
    const counts = new Map<string, number>()
    for (const { batch } of busy)
      for (const file of new Set(batch.map(({ job }) => job.file)))
        counts.set(file, (counts.get(file) ?? 0) + 1)
    return (file) => (counts.get(file) ?? 0) >= this.#size - 1
  }

  #findIdle(): Thread | undefined {
    for (const thread of this.#threads) if (thread.batch.length === 0) return thread
    return this.#threads.size < this.#size ? this.#start() : undefined
  }

  #takeBatch(isBlocked: ((file: string) => boolean) | undefined): readonly QueuedJob[] {
    const kind = this.#isWriter ? 'writer' : 'reader'
    const share = Math.ceil(this.#order.waiting / this.#size)
    const max = this.#isWriter ? MAX_BATCH.writer : Math.min(share, MAX_BATCH.reader)
    const batch: QueuedJob[] = []
    for (let ms = 0; batch.length < max; ) {
      const next = this.#order.peek(isBlocked)
      if (!next) break
      const { key, item } = next
      ms += item.expectedMs ?? this.#order.expectedMsOf(key) ?? UNKNOWN_MS[kind]
      if (batch.length > 0 && (item.isSuspect || ms > BATCH_MS[kind])) break
      this.#order.take(isBlocked)
      batch.push(item)
      if (item.isSuspect) break
    }
    return batch
  }

  #assign(thread: Thread, batch: readonly QueuedJob[]): void {
    thread.batch = batch
    thread.since = performance.now()
    thread.worker.ref()
    this.#startTimer(thread)
    thread.worker.postMessage(batch.map(({ job }) => job))
  }

  #startTimer(thread: Thread): void {
    clearTimeout(thread.timer)
    const ms = thread.isReady ? this.#statementMs : START_MS
    thread.timer = setTimeout(() => this.#timeOut(thread), ms)
  }

  #start(): Thread {
    const url = new URL('./sqlite-thread.ts', import.meta.url)
    const options: SqliteThreadData = {
      isWriter: this.#isWriter,
      maxFiles: this.#maxFiles,
      statementMs: this.#statementMs,
      isTemporary: this.#isTemporary,
    }
    const worker = this.#isApart
      ? new SqliteProcess(url, options)
      : new Worker(url, { workerData: options, resourceLimits: THREAD_LIMITS })
    const thread: Thread = { worker, batch: [], timer: undefined, since: 0, isReady: false }
    this.#threads.add(thread)
    worker.on('message', (word: SqliteMessage) => {
      if (!this.#threads.has(thread)) return
      if (word !== 'ready') return this.#resolve(thread, word)
      thread.isReady = true
      thread.since = performance.now()
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
    const ms = (performance.now() - thread.since) / batch.length
    for (const [at, { job, resolve, reject }] of batch.entries()) {
      this.#order.end(job.file, ms)
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
    if (only && others.length === 0) {
      this.#order.end(only.job.file, this.#statementMs)
      only.reject(new DatabaseFault({ kind: 'timeout' }))
    } else
      for (const waiting of batch.toReversed()) {
        waiting.isSuspect = true
        this.#order.putBack(waiting.job.file, waiting)
      }
    this.#pull()
  }

  #lose(thread: Thread, error: Error): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    for (const { job, reject } of thread.batch) {
      this.#order.end(job.file)
      reject(error)
    }
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
    for (const { reject } of this.#order.clear()) reject(new DatabaseFault({ kind: 'busy' }))
  }
}
