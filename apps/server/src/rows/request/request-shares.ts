import { FairTurns } from '../../foundation/concurrency/fair-turns.ts'
import { TokenBuckets } from '../../foundation/concurrency/token-buckets.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { EnvironmentKey } from '../environments/environments.ts'

interface RequestRate {
  /** 0 switches the limit off. */
  readonly perSecond: number
  readonly burst: number
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
  readonly #limit: string
  readonly #policy: string

  constructor({ perSecond, burst }: RequestRate) {
    this.#buckets = perSecond > 0 ? new TokenBuckets({ perSecond, burst }) : undefined
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
    return this.#turns.enter(name)
  }
}
