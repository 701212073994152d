import { type LiveSubscription, MAX_SUBSCRIPTIONS } from '@plinth/contract'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { LiveConnection, RowSubscription } from '../live-connection.ts'
import {
  MAX_DATABASE_SUBSCRIPTIONS,
  MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER,
  MAX_SUBSCRIPTION_BYTES,
  MAX_SUBSCRIPTION_BYTES_OF_CALLER,
  MAX_SUBSCRIPTION_BYTES_OF_PROJECT,
  MAX_SUBSCRIPTION_CHARACTERS,
  RESERVED_PART,
  SMALL_PART,
} from './live-limits.ts'
import { bytesOf } from './subscription-size.ts'

/** Characters of subscriptions as they count against the limits. */
export const charactersOf = (asked: Iterable<LiveSubscription>): number => {
  let sum = 0
  for (const each of asked) sum += JSON.stringify(each).length
  return sum
}

type Known = Pick<LiveConnection, 'subscriptions' | 'waiting' | 'characters'>

const NONE: Known = { subscriptions: new Map(), waiting: new Map(), characters: 0 }

/** Throws if a connection cannot have these subscriptions besides its own. */
export function checkSubscriptions(
  asked: readonly LiveSubscription[],
  { subscriptions, waiting, characters }: Known = NONE,
): void {
  const ids = new Set(asked.map(({ id }) => id))
  const repeated = asked.find(({ id }) => subscriptions.has(id) || waiting.has(id))
  if (repeated || ids.size < asked.length)
    throw new ApiError(
      'conflict',
      `Each subscription of a connection needs an id of its own${repeated ? `: ${repeated.id} is in use` : ''}.`,
    )
  if (subscriptions.size + waiting.size + asked.length > MAX_SUBSCRIPTIONS)
    throw new ApiError(
      'too_large',
      `A connection has at most ${MAX_SUBSCRIPTIONS} subscriptions. End some, or open another connection.`,
    )
  const added = charactersOf(waiting.values()) + charactersOf(asked)
  if (characters + added > MAX_SUBSCRIPTION_CHARACTERS)
    throw new ApiError(
      'too_large',
      `The subscriptions of a connection have at most ${MAX_SUBSCRIPTION_CHARACTERS} characters together. Shorten the filters.`,
    )
}

const tooMany = (message: string) => new ApiError('rate_limited', message)

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
const TOO_LARGE = `The subscriptions of this server use up their ${megabytes(MAX_SUBSCRIPTION_BYTES)}, whose last tenth is for projects with little of it. Try again later, or compare fewer values in filters.`
const TOO_LARGE_HERE = `The subscriptions of this project, in dev and production together, count more than ${megabytes(MAX_SUBSCRIPTION_BYTES_OF_PROJECT)}. End some, try again later, or compare fewer values in filters.`
const TOO_LARGE_OWN = `Your subscriptions, or those of the guests of your network, count more than ${megabytes(MAX_SUBSCRIPTION_BYTES_OF_CALLER)}: each value that a filter compares counts. End some, or compare fewer values.`
const TOO_MANY_READ =
  'This environment has too many subscriptions whose rows are read from the database: their rules or filters read other tables, or their rows have lists of relations. Try again later.'
const TOO_MANY_OWN = `You have ${MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER} subscriptions whose rows are read from the database: their rules or filters read other tables, or their rows have lists of relations. End some first.`

/** Up to how many bytes of the process a project with so many may take more: several projects must not take all of them. */
const mostFor = (bytesOfProject: number) =>
  MAX_SUBSCRIPTION_BYTES *
  (bytesOfProject <= MAX_SUBSCRIPTION_BYTES * SMALL_PART ? 1 : 1 - RESERVED_PART)

/** Counts subscriptions by environment and caller, and their bytes by project and caller, from their plan to their end. */
export class SubscriptionCounts {
  readonly #counts = new Map<string, number>()
  /** What each subscription counts, by the names of the counts. */
  readonly #counted = new Map<RowSubscription, ReadonlyMap<string, number>>()

  /** Counts a subscription as it is planned now, in place of an earlier plan. Throws 429 if there are too many. */
  take(environmentId: string, subscription: RowSubscription): void {
    const earlier = this.#counted.get(subscription)
    this.release(subscription)
    const { readsDatabase, connection, plan } = subscription
    const { holder } = connection
    const read = readsDatabase ? 1 : 0
    const bytes = bytesOf(subscription)
    const inProject = `bytes in ${plan.environment.projectId}`
    const most = mostFor(this.#count(inProject) + bytes)
    const counts = [
      [`bytes of ${holder}`, bytes, MAX_SUBSCRIPTION_BYTES_OF_CALLER, TOO_LARGE_OWN],
      [inProject, bytes, MAX_SUBSCRIPTION_BYTES_OF_PROJECT, TOO_LARGE_HERE],
      ['bytes', bytes, most, TOO_LARGE],
      [`${environmentId} of ${holder}`, read, MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER, TOO_MANY_OWN],
      [environmentId, read, MAX_DATABASE_SUBSCRIPTIONS, TOO_MANY_READ],
    ] as const
    for (const [name, count, max, message] of counts) {
      // Small projects may use the last tenth meanwhile: that must not end what others have and plan again.
      const isMore = count > (earlier?.get(name) ?? 0)
      if (isMore && this.#count(name) + count > max) throw tooMany(message)
    }
    for (const [name, count] of counts) this.#change(name, count)
    this.#counted.set(subscription, new Map(counts.map(([name, count]) => [name, count])))
  }

  /** Has no effect on a subscription that is not counted. */
  release(subscription: RowSubscription): void {
    for (const [name, count] of this.#counted.get(subscription) ?? []) this.#change(name, -count)
    this.#counted.delete(subscription)
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  #change(name: string, by: number): void {
    const now = this.#count(name) + by
    if (now > 0) this.#counts.set(name, now)
    else this.#counts.delete(name)
  }
}
