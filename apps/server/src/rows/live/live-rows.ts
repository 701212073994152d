import type { LiveSubscription } from '@plinth/contract'
import { type Caller, PushStream } from '../../foundation/http/calls/call.ts'
import { holderOf } from '../../foundation/http/calls/holder-of.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { type Feeding, LiveFeed } from './feed/live-feed.ts'
import { CallerTurns } from './limits/caller-turns.ts'
import { LivePlaces } from './limits/live-places.ts'
import { checkSubscriptions } from './limits/subscription-limits.ts'
import { identityOf } from './live-caller.ts'
import { LiveConnection } from './live-connection.ts'
import type { LiveContext } from './live-request.ts'
import type { LiveCaller, NewStream } from './live-streams.ts'
import { LiveSubscriber, type Subscribing } from './live-subscriber.ts'
import type { ConnectionIds } from './processes/connection-ids.ts'

/** Parts of the time in which a stopping process still answers. */
const DRAIN_FROM = 0.5
const DRAIN_TO = 0.9

/** An open stream of this process. */
export interface OpenStream {
  readonly key: EnvironmentKey
  readonly connection: LiveConnection
  readonly feed: LiveFeed
}

/** The streams of this process and the feeds that they read. */
export class LiveRows {
  readonly #feeding: Feeding
  readonly #places: LivePlaces
  readonly #subscriber: LiveSubscriber
  readonly #feeds = new Map<string, LiveFeed>()
  readonly #streams = new Map<string, OpenStream>()
  readonly #byToken = new Map<string, Set<LiveConnection>>()
  /** Between these times, the streams of a stopping process end. */
  #draining: { readonly from: number; readonly to: number } | undefined
  #isClosed = false
  readonly #ids: ConnectionIds

  constructor(
    context: LiveContext,
    { ids, ...feeding }: Pick<Feeding, 'lag' | 'positions'> & { ids: ConnectionIds },
  ) {
    this.#ids = ids
    this.#feeding = { ...feeding, context, turns: new CallerTurns() }
    this.#places = new LivePlaces(context.env.live)
    this.#subscriber = new LiveSubscriber(context)
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
    const { projectId } = stream.key
    checkSubscriptions(asked)
    const environmentId = environment.id
    const release = this.#places.take({ projectId, environmentId, caller, ip })
    const id = this.#ids.print({ environmentId, identity: identityOf(caller) })
    const holder = holderOf({ caller, ip }, environmentId)
    return new PushStream((sink) => {
      const connection = new LiveConnection({ id, live, holder, sink })
      const feed = this.#feedOf(environment)
      feed.streams += 1
      this.#enter({ key: stream.key, connection, feed })
      this.#subscriber.attach({ connection, feed })
      void this.#start({ connection, feed, asked, after })
      return () => {
        connection.isEnded = true
        release()
        this.#leave(connection)
        connection.dropAll()
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
    for (const id of unsubscribe) connection.unsubscribe(id)
    checkSubscriptions(subscribe, connection)
    void this.#subscriber.subscribe({ connection, feed, asked: subscribe, after: undefined })
  }

  /** Takes over the caller of a stream as it is now; a key whose grants have changed is planned again. */
  renew({ connection, feed }: OpenStream, caller: Caller): void {
    const before = connection.live.caller
    connection.live = { ...connection.live, caller }
    if (caller.kind !== 'key' || before.kind !== 'key') return
    if (JSON.stringify(before.key.grants) !== JSON.stringify(caller.key.grants))
      feed.members.replan(connection)
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
    const feed = new LiveFeed(this.#feeding, environment)
    this.#feeds.set(environment.id, feed)
    return feed
  }

  #close(feed: LiveFeed): void {
    this.#feeds.delete(feed.environment.id)
    feed.close()
  }

  async #start(stream: Subscribing): Promise<void> {
    const { connection, feed } = stream
    connection.comment('open')
    if (this.#isClosed) {
      connection.reconnect()
      return
    }
    this.#reconnectLater(connection)
    if (!feed.isOpen) await feed.nextState()
    if (!feed.isOpen) {
      connection.reconnect()
      return
    }
    connection.send('open', { connectionId: connection.id, position: feed.positionOf(connection) })
    await this.#subscriber.subscribe(stream)
  }

  /**
   * Asks clients to reconnect, each at another time of the second half: balancers have noticed by then that the process
   * stops, so that they lead the clients to another one. Until then, old and new streams get their changes.
   */
  drain(ms: number): void {
    const now = performance.now()
    this.#draining = { from: now + ms * DRAIN_FROM, to: now + ms * DRAIN_TO }
    for (const { connection } of this.#streams.values()) this.#reconnectLater(connection)
    if (ms === 0) this.close()
    else setTimeout(() => this.close(), ms * DRAIN_TO).unref()
  }

  #reconnectLater(connection: LiveConnection): void {
    if (!this.#draining) return
    const { from, to } = this.#draining
    const at = from + Math.random() * (to - from)
    setTimeout(() => connection.reconnect(), Math.max(0, at - performance.now())).unref()
  }

  close(): void {
    this.#isClosed = true
    for (const { connection } of this.#streams.values()) connection.reconnect()
    for (const feed of this.#feeds.values()) feed.close()
  }
}

/** Empty for guests. */
const tokenOf = ({ caller }: LiveCaller) =>
  caller.kind === 'guest' ? '' : caller.tokenHash.toString('hex')
