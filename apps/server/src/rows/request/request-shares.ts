import { FairTurns } from '../../foundation/concurrency/fair-turns.ts'
import { TokenBuckets } from '../../foundation/concurrency/token-buckets.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { overBudget } from '../../projects/budgets/limits.ts'
import type { Budgets } from '../../projects/budgets/open-budgets.ts'
import type { UsageCounter } from '../../projects/usage/usage-counter.ts'
import type { EnvironmentKey } from '../environments/environments.ts'

interface RequestRate {
  /** 0 switches the limit off. */
  readonly perSecond: number
  readonly burst: number
  readonly budgets: Pick<Budgets, 'of'>
  readonly usage: Pick<UsageCounter, 'addRequest' | 'cross'>
}

interface Admission {
  readonly key: EnvironmentKey
  /** Staff have their own bucket, so that an app at its limit does not shut them out of the console. */
  readonly isStaff: boolean
  readonly trace: Pick<RequestTrace, 'rateLimit'>
}

/** What each environment may take of this process: requests per second, and turns of the event loop. */
export class RequestShares {
  readonly #turns = new FairTurns()
  readonly #buckets: TokenBuckets | undefined
  /** Of projects with a budget of requests; staff are exempt from it. */
  readonly #budgeted = new TokenBuckets({ perSecond: 1, burst: 1 })
  readonly #budgets: RequestRate['budgets']
  readonly #usage: RequestRate['usage']
  readonly #limit: string
  readonly #policy: string

  constructor({ perSecond, burst, budgets, usage }: RequestRate) {
    this.#buckets = perSecond > 0 ? new TokenBuckets({ perSecond, burst }) : undefined
    this.#budgets = budgets
    this.#usage = usage
    this.#limit = String(burst)
    this.#policy = `${burst};w=${Math.max(1, Math.round(burst / Math.max(1, perSecond)))}`
  }

  /** Counts a request; undefined if it may go on at once. Throws 429 if the environment has none left. */
  admit({ key, isStaff, trace }: Admission): Promise<void> | undefined {
    const name = `${key.projectId}/${key.environment}`
    if (this.#buckets) {
      const { isAllowed, remaining, resetSeconds, retryAfterSeconds } = this.#buckets.take(
        isStaff ? `${name}/staff` : name,
      )
      trace.rateLimit = {
        limit: this.#limit,
        policy: this.#policy,
        remaining: String(remaining),
        reset: String(resetSeconds),
      }
      if (!isAllowed)
        throw new ApiError(
          'rate_limited',
          'This environment gets too many requests. Try again shortly.',
          { retryAfterSeconds },
        )
    }
    if (!isStaff) this.#spendBudget(key.projectId, trace)
    this.#usage.addRequest(key.projectId)
    return this.#turns.enter(name)
  }

  /** Takes a request of the project's budget, whichever environment it is for; throws 429 if none is left. */
  #spendBudget(projectId: string, trace: Admission['trace']): void {
    const { soft, hard } = this.#budgets.of(projectId).requestsPerSecond
    if (hard !== null) {
      const taken = this.#budgeted.take(projectId, { rate: { perSecond: hard, burst: hard } })
      trace.rateLimit = {
        limit: String(hard),
        policy: `${hard};w=1`,
        remaining: String(taken.remaining),
        reset: String(taken.resetSeconds),
      }
      if (!taken.isAllowed) {
        this.#usage.cross({ projectId, kind: 'requestsPerSecond', level: 'hard' })
        const { retryAfterSeconds } = taken
        throw overBudget('requestsPerSecond', { limit: hard, retryAfterSeconds })
      }
    }
    if (soft === null) return
    const rate = { perSecond: soft, burst: soft }
    if (!this.#budgeted.take(`${projectId}/soft`, { rate }).isAllowed)
      this.#usage.cross({ projectId, kind: 'requestsPerSecond', level: 'soft' })
  }
}
