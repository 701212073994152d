import { randomBytes } from 'node:crypto'
import type { LiveSubscription } from '@plinth/contract'
import { type Caller, PushStream } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import { InitialReads } from './initial-rows.ts'
import { SentIds } from './judge/sent-ids.ts'
import { MAX_DATABASE_SUBSCRIPTIONS } from './limits/live-limits.ts'
import { LivePlaces } from './limits/live-places.ts'
import { LiveConnection, type RowSubscription, toWire } from './live-connection.ts'
import { LiveFeed } from './live-feed.ts'
import type { LiveLag } from './live-lag.ts'
import { prepareSubscription } from './live-plan.ts'
import type { LiveContext } from './live-request.ts'
import type { LiveCaller, NewStream } from './live-streams.ts'
import { checkSubscriptions, SubscriptionSizes } from './subscription-limits.ts'

/** An open stream of this process. */
export interface OpenStream {
  readonly key: EnvironmentKey
  readonly connection: LiveConnection
  readonly feed: LiveFeed
}

/** The streams of this process and the feeds that they read. */
export class LiveRows {
  readonly #context: LiveContext
  readonly #lag: LiveLag
  readonly #places: LivePlaces
  readonly #initial: InitialReads
  readonly #sizes = new SubscriptionSizes()
  readonly #feeds = new Map<string, LiveFeed>()
  readonly #streams = new Map<string, OpenStream>()
  readonly #byToken = new Map<string, Set<LiveConnection>>()
  /** Names the process in the ids of its connections. */
  readonly processId = randomBytes(8).toString('hex')

  constructor(context: LiveContext, lag: LiveLag) {
    this.#context = context
    this.#lag = lag
    this.#places = new LivePlaces(context.env.live)
    this.#initial = new InitialReads(context)
  }

  get streams(): ReadonlyMap<string, OpenStream> {
    return this.#streams
  }

  /** Reads the changes of an environment, or of all, now. */
  wake(environmentId?: string): void {
    if (environmentId !== undefined) this.#feeds.get(environmentId)?.wake()
    else for (const feed of this.#feeds.values()) feed.wake()
  }

  /** Counts a stream and returns its answer. Throws 429 if there are too many, and 422 for invalid subscriptions. */
  open(stream: NewStream): PushStream {
    const { environment, live, ip, asked, after } = stream
    const { caller } = live
    checkSubscriptions({ asked, known: new Map(), characters: 0 })
    const release = this.#places.take({ environmentId: environment.id, caller, ip })
    const id = `${this.processId}.${randomBytes(16).toString('hex')}`
    return new PushStream((sink) => {
      const connection = new LiveConnection({ id, live, sink })
      const feed = this.#feedOf(environment)
      feed.streams += 1
      this.#enter({ key: stream.key, connection, feed })
      connection.onDrop = (subscription) => this.#sizes.release(environment.id, subscription)
      void this.#start({ connection, feed, asked, after })
      return () => {
        connection.isEnded = true
        release()
        this.#leave(connection)
        for (const each of [...connection.subscriptions.values()]) {
          connection.drop(each)
          feed.remove(each)
        }
        feed.streams -= 1
        if (feed.streams === 0) this.#close(feed)
      }
    })
  }

  /** Adds and ends subscriptions of an open stream; results arrive on it. Throws 4xx if they exceed a limit. */
  change(
    { connection, feed }: OpenStream,
    {
      subscribe,
      unsubscribe,
    }: { subscribe: readonly LiveSubscription[]; unsubscribe: readonly string[] },
  ): void {
    for (const id of unsubscribe) {
      const subscription = connection.subscriptions.get(id)
      if (!subscription) continue
      connection.drop(subscription)
      feed.remove(subscription)
    }
    const { subscriptions: known, characters } = connection
    checkSubscriptions({ asked: subscribe, known, characters })
    void this.#subscribe({ connection, feed, asked: subscribe, after: undefined })
  }

  /** Takes over the caller of a stream as it is now; a key whose grants have changed is planned again. */
  renew({ connection, feed }: OpenStream, caller: Caller): void {
    const before = connection.live.caller
    connection.live = { ...connection.live, caller }
    if (caller.kind !== 'key' || before.kind !== 'key') return
    if (JSON.stringify(before.key.grants) !== JSON.stringify(caller.key.grants))
      feed.replan(connection)
  }

  /** The streams of a token, by its hash in hexadecimal. */
  ofToken(hash: string): readonly LiveConnection[] {
    return [...(this.#byToken.get(hash) ?? [])]
  }

  #enter(stream: OpenStream): void {
    const { connection } = stream
    this.#streams.set(connection.id, stream)
    const name = tokenOf(connection.live)
    this.#byToken.set(name, (this.#byToken.get(name) ?? new Set()).add(connection))
  }

  #leave(connection: LiveConnection): void {
    this.#streams.delete(connection.id)
    const name = tokenOf(connection.live)
    const own = this.#byToken.get(name)
    own?.delete(connection)
    if (own?.size === 0) this.#byToken.delete(name)
  }

  #feedOf(environment: LiveEnvironment): LiveFeed {
    const known = this.#feeds.get(environment.id)
    if (known) return known
    const feed = new LiveFeed({ context: this.#context, environment, lag: this.#lag })
    this.#feeds.set(environment.id, feed)
    return feed
  }

  #close(feed: LiveFeed): void {
    this.#feeds.delete(feed.environment.id)
    feed.close()
  }

  async #start(stream: Starting): Promise<void> {
    const { connection, feed } = stream
    connection.comment('open')
    try {
      if (!feed.isOpen) await feed.refresh()
    } catch {
      connection.reconnect()
      return
    }
    connection.send('open', { connectionId: connection.id, position: feed.position })
    await this.#subscribe(stream)
  }

  async #subscribe({ connection, feed, asked, after }: Starting): Promise<void> {
    // Another process may have given a position that this one has not read yet.
    const resumes = asked.some((each) => (each.after ?? after) !== undefined)
    if (resumes) await feed.refresh().catch(() => undefined)
    const added = asked.flatMap((each) => this.#add({ connection, feed }, each))
    for (const subscription of added) {
      const from = subscription.asked.after ?? after
      const isResumed = from !== undefined && feed.canResume(subscription, from)
      if (!subscription.asked.rows || isResumed) feed.add(subscription, from)
      else {
        if (from !== undefined) feed.sendReset(subscription, 'position')
        void this.#sendInitial(feed, subscription)
      }
    }
  }

  #add({ connection, feed }: Pick<Starting, 'connection' | 'feed'>, asked: LiveSubscription) {
    const subscription = newSubscription(connection, asked)
    try {
      if (connection.isEnded) return []
      const { subscriptions: known, characters } = connection
      checkSubscriptions({ asked: [asked], known, characters })
      prepareSubscription(this.#context, subscription, feed.environment)
      if (subscription.isInDatabase && feed.databaseJudged >= MAX_DATABASE_SUBSCRIPTIONS)
        throw new ApiError('rate_limited', TOO_MANY_JUDGED)
      this.#sizes.take(feed.environment.id, subscription)
      connection.subscriptions.set(asked.id, subscription)
      connection.characters += subscription.characters
      return [subscription]
    } catch (error) {
      this.#sendError(subscription, error)
      return []
    }
  }

  async #sendInitial(feed: LiveFeed, subscription: RowSubscription): Promise<void> {
    const { connection, asked, plan } = subscription
    try {
      await this.#countRead(subscription)
      await feed.refresh().catch(() => undefined)
      const from = feed.at
      await this.#initial.send(subscription)
      const isOpen = !connection.isEnded && connection.subscriptions.get(asked.id) === subscription
      if (!isOpen) return
      if (plan.environment !== feed.environment)
        prepareSubscription(this.#context, subscription, feed.environment)
      feed.follow(subscription, from)
    } catch (error) {
      connection.drop(subscription)
      this.#sendError(subscription, faultToApiError(error, plan.table))
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

  close(): void {
    for (const { connection } of this.#streams.values()) connection.reconnect()
    for (const feed of this.#feeds.values()) feed.close()
  }
}

interface Starting {
  readonly connection: LiveConnection
  readonly feed: LiveFeed
  readonly asked: readonly LiveSubscription[]
  readonly after: string | undefined
}

/** Empty for guests. */
const tokenOf = ({ caller }: LiveCaller) =>
  caller.kind === 'guest' ? '' : caller.tokenHash.toString('hex')

const TOO_MANY_JUDGED =
  'Too many subscriptions of this environment have rules or filters that read other tables. Try again later.'

function newSubscription(connection: LiveConnection, asked: LiveSubscription): RowSubscription {
  // The plan is made next, before anything reads it.
  const plan = undefined as unknown as RowSubscription['plan']
  const characters = JSON.stringify(asked).length
  const state = {
    plan,
    judgement: undefined,
    isInDatabase: false,
    position: 0,
    sent: new SentIds(),
  }
  return { asked, connection, characters, ...state }
}
