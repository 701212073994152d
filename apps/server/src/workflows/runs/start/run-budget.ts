import { TokenBuckets } from '../../../foundation/concurrency/token-buckets.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { overBudget } from '../../../projects/budgets/limits.ts'
import type { Budgets } from '../../../projects/budgets/open-budgets.ts'
import type { UsageCounter } from '../../../projects/usage/usage-counter.ts'
import { countRunning } from '../records/queue-store.ts'

interface Options {
  readonly budgets: Pick<Budgets, 'of'>
  readonly usage: Pick<UsageCounter, 'addRuns' | 'cross'>
}

interface Admission {
  /** The transaction that creates the runs, or the pool. */
  readonly on: Queryable
  readonly projectId: string
  readonly runs?: number
}

/** When a run of a full project may have ended. */
const RETRY_SECONDS = 5
const MINUTE = 60

/**
 * Admits new runs within a project's budgets of runs per minute (a token bucket of this process) and at once. A called
 * run and the run of an error trigger belong to another run and are not counted.
 */
export class RunBudget {
  readonly #options: Options
  readonly #buckets = new TokenBuckets({ perSecond: 1, burst: 1 })
  /** Admitted runs that may not be committed yet, by project. */
  readonly #starting = new Map<string, number>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether the project has a limit for runs, so that they are admitted one by one. */
  isLimited(projectId: string): boolean {
    const { runsPerMinute, runsAtOnce } = this.#options.budgets.of(projectId)
    return runsPerMinute.hard !== null || runsAtOnce.hard !== null
  }

  /** Throws 429 if the project may start no more runs now. The caller calls the result once they are committed. */
  async admit({ on, projectId, runs = 1 }: Admission): Promise<() => void> {
    const { runsPerMinute, runsAtOnce } = this.#options.budgets.of(projectId)
    const needsCount = runsAtOnce.soft !== null || runsAtOnce.hard !== null
    const release = needsCount ? this.#reserve(projectId, runs) : () => undefined
    try {
      if (needsCount) await this.#checkAtOnce(on, projectId)
      if (runsPerMinute.hard !== null) this.#spend(projectId, { runs, limit: runsPerMinute.hard })
    } catch (error) {
      release()
      throw error
    }
    if (runsPerMinute.soft !== null)
      this.#compareSoft(projectId, { runs, limit: runsPerMinute.soft })
    this.#options.usage.addRuns(projectId, runs)
    return release
  }

  /** Like `admit`; returns the error instead of throwing it. */
  async tryAdmit(admission: Admission): Promise<(() => void) | ApiError> {
    try {
      return await this.admit(admission)
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  #reserve(projectId: string, runs: number): () => void {
    const add = (count: number) => {
      const now = (this.#starting.get(projectId) ?? 0) + count
      if (now > 0) this.#starting.set(projectId, now)
      else this.#starting.delete(projectId)
    }
    add(runs)
    let isReleased = false
    return () => {
      if (!isReleased) add(-runs)
      isReleased = true
    }
  }

  async #checkAtOnce(on: Queryable, projectId: string): Promise<void> {
    // Read before the count: a run that is committed meanwhile is counted twice, never missed.
    const starting = this.#starting.get(projectId) ?? 0
    const running = await countRunning(on, projectId)
    const { soft, hard } = this.#options.budgets.of(projectId).runsAtOnce
    const now = running + starting
    if (hard !== null && now > hard) {
      this.#options.usage.cross({ projectId, kind: 'runsAtOnce', level: 'hard' })
      throw overBudget('runsAtOnce', { limit: hard, retryAfterSeconds: RETRY_SECONDS })
    }
    if (soft !== null && now >= soft)
      this.#options.usage.cross({ projectId, kind: 'runsAtOnce', level: 'soft' })
  }

  #take(key: string, { runs, limit }: { runs: number; limit: number }) {
    return this.#buckets.take(key, {
      tokens: runs,
      rate: { perSecond: limit / MINUTE, burst: limit },
    })
  }

  #spend(projectId: string, asked: { runs: number; limit: number }): void {
    const { isAllowed, retryAfterSeconds } = this.#take(projectId, asked)
    if (isAllowed) return
    this.#options.usage.cross({ projectId, kind: 'runsPerMinute', level: 'hard' })
    throw overBudget('runsPerMinute', { limit: asked.limit, retryAfterSeconds })
  }

  #compareSoft(projectId: string, asked: { runs: number; limit: number }): void {
    if (!this.#take(`${projectId}/soft`, asked).isAllowed)
      this.#options.usage.cross({ projectId, kind: 'runsPerMinute', level: 'soft' })
  }
}
