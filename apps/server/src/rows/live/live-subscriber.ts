import { type LiveSubscription, MAX_SUBSCRIPTIONS } from '@plinth/contract'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import type { LiveFeed } from './feed/live-feed.ts'
import { InitialReads } from './initial-reads.ts'
import { SentIds } from './judge/sent-ids.ts'
import { charactersOf, SubscriptionCounts } from './limits/subscription-limits.ts'
import { type LiveConnection, type RowSubscription, toWire } from './live-connection.ts'
import { prepareSubscription } from './live-plan.ts'
import type { LiveContext } from './live-request.ts'
import { PlanChanged } from './send-initial-rows.ts'

export interface Subscribing {
  readonly connection: LiveConnection
  readonly feed: LiveFeed
  readonly asked: readonly LiveSubscription[]
  /** The position after which subscriptions resume that name none. */
  readonly after: string | undefined
}

const TOO_MANY_READS =
  'Initial rows of earlier subscriptions are still being read. Wait for them, then subscribe again.'

function newSubscription(connection: LiveConnection, asked: LiveSubscription): RowSubscription {
  // The plan is made next, before anything reads it.
  const plan = undefined as unknown as RowSubscription['plan']
  const characters = charactersOf([asked])
  const state = {
    values: 0,
    plan,
    judgement: undefined,
    isInDatabase: false,
    readsDatabase: false,
    position: 0,
    sent: new SentIds(),
  }
  return { asked, connection, characters, ...state }
}

/** Adds subscriptions to open streams, within the limits, and sends what they begin with. */
export class LiveSubscriber {
  readonly #context: LiveContext
  readonly #initial: InitialReads
  readonly #counts = new SubscriptionCounts()

  constructor(context: LiveContext) {
    this.#context = context
    this.#initial = new InitialReads(context)
  }

  /** Counts and releases the subscriptions of a connection to the feed. */
  attach({ connection, feed }: Pick<Subscribing, 'connection' | 'feed'>): void {
    connection.onPlan = (subscription) => this.#counts.take(feed.environment.id, subscription)
    connection.onDrop = (subscription) => {
      this.#counts.release(subscription)
      feed.members.remove(subscription)
    }
  }

  /** Results and refusals arrive on the stream. */
  async subscribe({ connection, feed, asked, after }: Subscribing): Promise<void> {
    for (const each of asked) connection.waiting.set(each.id, each)
    const positions = asked.flatMap((each) => each.after ?? after ?? [])
    if (positions.some((each) => feed.hasOtherEpoch(connection, each))) await feed.nextState()
    const added = asked.flatMap((each) => this.#add({ connection, feed }, each))
    for (const subscription of added) {
      const from = subscription.asked.after ?? after
      const isResumed =
        from !== undefined && feed.members.resumedAt(subscription, from) !== undefined
      if (!subscription.asked.rows || isResumed) feed.members.add(subscription, from)
      else {
        if (from !== undefined) feed.members.sendReset(subscription, 'position')
        void this.#sendInitial(feed, subscription)
      }
    }
  }

  #add({ connection, feed }: Pick<Subscribing, 'connection' | 'feed'>, asked: LiveSubscription) {
    // It may have ended meanwhile, and another one may have its id.
    if (connection.isEnded || connection.waiting.get(asked.id) !== asked) return []
    connection.waiting.delete(asked.id)
    const subscription = newSubscription(connection, asked)
    try {
      prepareSubscription(this.#context, subscription, feed.environment)
      connection.enter(subscription)
      return [subscription]
    } catch (error) {
      this.#sendError(subscription, error)
      return []
    }
  }

  async #sendInitial(feed: LiveFeed, subscription: RowSubscription): Promise<void> {
    const { connection } = subscription
    // Until the rows were sent, no event has an id: a client that reconnects with one would never get them.
    connection.behind.add(subscription)
    connection.initialReads += 1
    try {
      if (connection.initialReads > MAX_SUBSCRIPTIONS)
        throw new ApiError('rate_limited', TOO_MANY_READS)
      await this.#countRead(subscription)
      const from = feed.at
      const isWhole = await this.#sendRows(subscription)
      // The feed plans again with its next read.
      if (!isWhole) await feed.nextState()
      if (!connection.has(subscription)) return
      prepareSubscription(this.#context, subscription, feed.environment)
      if (isWhole) feed.members.follow(subscription, from)
      else {
        feed.members.sendReset(subscription, 'schema')
        feed.members.add(subscription, undefined)
      }
    } catch (error) {
      // Another subscription may have its id now.
      if (!connection.has(subscription)) return
      connection.drop(subscription)
      this.#sendError(subscription, faultToApiError(error, subscription.plan.table))
    } finally {
      connection.initialReads -= 1
    }
  }

  /** False if a sync has ended it: the rows of one list must not come from two sets of rules. */
  async #sendRows(subscription: RowSubscription): Promise<boolean> {
    try {
      await this.#initial.send(subscription)
      return true
    } catch (error) {
      if (error instanceof PlanChanged) return false
      throw error
    }
  }

  /** Reading initial rows counts as a request, like a list of them. */
  async #countRead({ connection, plan }: RowSubscription): Promise<void> {
    const { projectId, name: environment } = plan.environment
    const isStaff = connection.live.caller.kind === 'staff'
    const key = { projectId, environment }
    await this.#context.requestShares.admit({ key, isStaff, trace: { rateLimit: undefined } })
  }

  #sendError({ connection, asked }: RowSubscription, error: unknown): void {
    if (!(error instanceof ApiError))
      this.#context.log.error({ err: error }, 'live: subscription failed')
    connection.send('error', { subscription: asked.id, error: toWire(error) })
  }
}
