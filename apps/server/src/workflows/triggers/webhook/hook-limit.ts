import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'

/** Failed attempts per caller and minute. */
const MAX_FAILURES = 120
/** Calls that this process accepts concurrently, and those of one project. */
const MAX_CONCURRENT = 1_000
const MAX_OF_PROJECT = 500

const busy = (seconds: number) =>
  new ApiError('rate_limited', 'This webhook is called too often. Try again shortly.', {
    retryAfterSeconds: seconds,
  })

/** Keeps one webhook, or one caller that guesses URLs, from exhausting the process. */
export class HookLimit {
  readonly #calls: RateLimiterMemory
  readonly #failures = new RateLimiterMemory({ points: MAX_FAILURES, duration: 60 })
  #atOnce = 0
  readonly #byProject = new Map<string, number>()

  constructor(perSecond: number) {
    this.#calls = new RateLimiterMemory({ points: perSecond, duration: 1 })
  }

  async refuseGuesser(ip: string): Promise<void> {
    const known = await this.#failures.get(ip)
    if (known && known.consumedPoints >= MAX_FAILURES) throw busy(known.msBeforeNext / 1000)
  }

  async failed(ip: string): Promise<void> {
    await this.#failures.consume(ip).catch(() => undefined)
  }

  async call(address: string): Promise<void> {
    await this.#calls.consume(address).catch((error: unknown) => {
      throw error instanceof RateLimiterRes ? busy(error.msBeforeNext / 1000) : error
    })
  }

  /** Runs the work unless too many calls are in progress; one project cannot take the places of all. */
  async within<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const ofProject = this.#byProject.get(projectId) ?? 0
    if (ofProject >= MAX_OF_PROJECT) throw busy(1)
    if (this.#atOnce >= MAX_CONCURRENT) {
      throw new ApiError('unavailable', 'The server is busy. Try again shortly.', {
        retryAfterSeconds: 1,
      })
    }
    this.#atOnce += 1
    this.#byProject.set(projectId, ofProject + 1)
    return work().finally(() => {
      this.#atOnce -= 1
      const left = (this.#byProject.get(projectId) ?? 1) - 1
      if (left > 0) this.#byProject.set(projectId, left)
      else this.#byProject.delete(projectId)
    })
  }
}
