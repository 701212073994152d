import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { RowSubscription } from '../live-connection.ts'
import { MAX_JUDGE_MS_OF_CALLER } from './live-limits.ts'

const TOO_SLOW =
  'The filters of your subscriptions take too long. Use fewer or shorter ones, and choose among the rows yourself.'

/** The time that the filters of each caller take in one delivery, so that they do not delay the changes of others for long. */
export class JudgingTime {
  readonly #spent = new Map<string, number>()

  /** Judges a change for a subscription. Throws 429 if the filters of its caller have taken too long. */
  run<Judged>({ asked, connection }: RowSubscription, judge: () => Judged): Judged {
    if (asked.filter === undefined) return judge()
    const { holder } = connection
    const spent = this.#spent.get(holder) ?? 0
    if (spent > MAX_JUDGE_MS_OF_CALLER) throw new ApiError('rate_limited', TOO_SLOW)
    const startedAt = performance.now()
    try {
      return judge()
    } finally {
      this.#spent.set(holder, spent + performance.now() - startedAt)
    }
  }
}
