import type { Logger } from 'pino'

export interface JobOptions {
  /** Unique among the jobs of a process by convention; logs and status refer to it. */
  readonly name: string
  /** Time from the end of one run to the start of the next. */
  readonly everyMs: number
  /** Runs at the start as well; otherwise the first run follows after the interval. */
  readonly isImmediate?: boolean
  /** Time to the next run after one that failed; the interval unless set. */
  readonly retryMs?: number
  /** Level at which a failed run is logged; `warn` unless set. */
  readonly failureLevel?: 'warn' | 'debug'
  /** Does one batch; `true` means that more may be waiting, and the next batch follows at once. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs return nothing
  readonly run: (signal: AbortSignal) => Promise<boolean | void>
}

/** State of a job; a run is one pass over all batches that were waiting. */
export interface JobStatus {
  readonly name: string
  readonly everyMs: number
  readonly isRunning: boolean
  readonly lastSuccessAt: Date | undefined
  /** Duration of the last run, successful or not. */
  readonly lastDurationMs: number | undefined
  /** Runs that failed since the last success. */
  readonly failures: number
}

/** Repeats one piece of work, never twice at a time. */
export class JobLoop {
  readonly #options: JobOptions
  readonly #log: Pick<Logger, 'warn' | 'debug'>
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #isWoken = false
  #endPause = () => {}
  #isRunning = false
  #lastSuccessAt: Date | undefined
  #lastDurationMs: number | undefined
  #failures = 0

  constructor(options: JobOptions, log: Pick<Logger, 'warn' | 'debug'>) {
    this.#options = options
    this.#log = log
    this.#loop = this.#repeat()
  }

  get status(): JobStatus {
    return {
      name: this.#options.name,
      everyMs: this.#options.everyMs,
      isRunning: this.#isRunning,
      lastSuccessAt: this.#lastSuccessAt,
      lastDurationMs: this.#lastDurationMs,
      failures: this.#failures,
    }
  }

  /** Runs now instead of after the interval; during a run, once more after it. */
  wake(): void {
    this.#isWoken = true
    this.#endPause()
  }

  /** Aborts the signal of the run in progress and waits for its end; nothing runs afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#endPause()
    await this.#loop
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** One loop for the whole life: a run never inherits the asynchronous context of the caller that wakes it. */
  async #repeat(): Promise<void> {
    const { everyMs, retryMs = everyMs, isImmediate } = this.#options
    if (isImmediate) await undefined
    else await this.#pause(everyMs)
    while (!this.#isStopped) {
      const hasSucceeded = await this.#pass()
      await this.#pause(hasSucceeded ? everyMs : retryMs)
    }
  }

  async #pass(): Promise<boolean> {
    const { run } = this.#options
    const { signal } = this.#stopping
    const startedAt = performance.now()
    this.#isRunning = true
    try {
      let hasMore = true
      while (hasMore && !this.#isStopped) {
        this.#isWoken = false
        hasMore = (await run(signal)) === true
      }
      this.#lastSuccessAt = new Date()
      this.#failures = 0
      return true
    } catch (error) {
      this.#failures += 1
      this.#logFailure(error)
      return false
    } finally {
      this.#isRunning = false
      this.#lastDurationMs = performance.now() - startedAt
    }
  }

  #logFailure(error: unknown): void {
    const { name, failureLevel = 'warn' } = this.#options
    // A run that is aborted by the stop may fail for that reason alone.
    const level = this.#isStopped ? 'debug' : failureLevel
    this.#log[level]({ err: error, job: name, failures: this.#failures }, 'job: run failed')
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isWoken || this.#isStopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
