import { type LiveSubscription, MAX_SUBSCRIPTIONS } from '@plinth/contract'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { RowSubscription } from '../live-connection.ts'
import {
  MAX_SUBSCRIPTION_CHARACTERS,
  MAX_SUBSCRIPTION_CHARACTERS_OF_ENVIRONMENT,
} from './live-limits.ts'

interface Asked {
  readonly asked: readonly LiveSubscription[]
  readonly known: ReadonlyMap<string, unknown>
  readonly characters: number
}

/** Throws if a connection cannot have these subscriptions besides its own. */
export function checkSubscriptions({ asked, known, characters }: Asked): void {
  const ids = new Set(asked.map(({ id }) => id))
  const repeated = asked.find(({ id }) => known.has(id))
  if (repeated || ids.size < asked.length)
    throw new ApiError(
      'conflict',
      `Each subscription of a connection needs an id of its own${repeated ? `: ${repeated.id} is in use` : ''}.`,
    )
  if (known.size + asked.length > MAX_SUBSCRIPTIONS)
    throw new ApiError(
      'too_large',
      `A connection has at most ${MAX_SUBSCRIPTIONS} subscriptions. End some, or open another connection.`,
    )
  const added = asked.reduce((sum, each) => sum + JSON.stringify(each).length, 0)
  if (characters + added > MAX_SUBSCRIPTION_CHARACTERS)
    throw new ApiError(
      'too_large',
      `The subscriptions of a connection have at most ${MAX_SUBSCRIPTION_CHARACTERS} characters together. Shorten the filters.`,
    )
}

/** Counts the characters of subscriptions by environment. */
export class SubscriptionSizes {
  readonly #sizes = new Map<string, number>()

  /** Throws 429 if the environment has too many. */
  take(environmentId: string, { characters }: RowSubscription): void {
    const now = (this.#sizes.get(environmentId) ?? 0) + characters
    if (now > MAX_SUBSCRIPTION_CHARACTERS_OF_ENVIRONMENT)
      throw new ApiError('rate_limited', 'This environment has too many subscriptions. Try later.')
    this.#sizes.set(environmentId, now)
  }

  release(environmentId: string, { characters }: RowSubscription): void {
    const left = (this.#sizes.get(environmentId) ?? 0) - characters
    if (left > 0) this.#sizes.set(environmentId, left)
    else this.#sizes.delete(environmentId)
  }
}
