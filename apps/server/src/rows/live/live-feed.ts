import type { ResetReason } from '@plinth/contract'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { openEnvironment } from '../request/resolve-environment.ts'
import type { LogPage } from '../runners/row-runner.ts'
import { deliverChanges } from './deliver-changes.ts'
import { CatchUp } from './feed/catch-up.ts'
import { MAX_CHANGE_BYTES_AT_ONCE, MAX_CHANGES_AT_ONCE } from './limits/live-limits.ts'
import { type LiveConnection, type RowSubscription, toWire } from './live-connection.ts'
import { LiveIndex } from './live-index.ts'
import type { LiveLag } from './live-lag.ts'
import { prepareSubscription } from './live-plan.ts'
import { epochOf, type LivePosition, type LivePositions } from './live-position.ts'
import type { LiveContext } from './live-request.ts'

/** Changes are delivered at most so often, so that many share a read of the log. */
const PAUSE_MS = 10
const POLL_MS = 1_000
const BATCH = { max: MAX_CHANGES_AT_ONCE, maxBytes: MAX_CHANGE_BYTES_AT_ONCE }
const NO_LOG: LogPage = { epoch: '', position: 0, removedTo: 0, hasMore: false, changes: [] }

/** Reads the log of one environment for all streams of this process. */
export class LiveFeed {
  /** Streams that use it. */
  streams = 0
  readonly #context: LiveContext
  readonly #lag: LiveLag
  readonly #positions: LivePositions
  #environment: LiveEnvironment
  /** Subscriptions that have reached the position. */
  readonly #current = new LiveIndex()
  readonly #behind = new CatchUp()
  #position = 0
  #removedTo = 0
  #logEpoch = ''
  #epoch = ''
  #isOpen = false
  #isDue = false
  #isClosed = false
  #running: Promise<void> | undefined
  #poll: NodeJS.Timeout | undefined

  constructor(of: {
    context: LiveContext
    environment: LiveEnvironment
    lag: LiveLag
    positions: LivePositions
  }) {
    this.#context = of.context
    this.#environment = of.environment
    this.#lag = of.lag
    this.#positions = of.positions
    this.#poll = setInterval(() => this.wake(), POLL_MS).unref()
  }

  get environment(): LiveEnvironment {
    return this.#environment
  }

  /** Where a client goes on that has got everything up to now. */
  positionOf(connection: LiveConnection): string {
    return this.#print(connection, this.#position)
  }

  #print({ identity }: LiveConnection, number: number): string {
    const holder = { environmentId: this.#environment.id, identity }
    return this.#positions.print(holder, { epoch: this.#epoch, number })
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#poll)
  }

  /** Changes may have been made. */
  wake(): void {
    this.#isDue = true
    if (this.#isClosed || this.#running) return
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (this.#isDue && !this.#isClosed) this.wake()
    })
  }

  /**
   * A position of this caller, if the log has all later changes, as far as it was read. Which rows another connection was
   * sent is not known, so that nothing would tell whether they leave if the database judges.
   */
  resumedAt(
    { isInDatabase, connection }: RowSubscription,
    after: string,
  ): LivePosition | undefined {
    if (isInDatabase) return undefined
    const holder = { environmentId: this.#environment.id, identity: connection.identity }
    const from = this.#positions.read(holder, after)
    const isKnown =
      from?.epoch === this.#epoch && from.number <= this.#position && from.number >= this.#removedTo
    return isKnown ? from : undefined
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Resolves when the position is that of the log. */
  async refresh(): Promise<void> {
    await this.#running
    this.wake()
    await this.#running
    if (!this.#isOpen) throw new Error('live: log cannot be read')
  }

  /**
   * Adds a subscription from the client's position on; `subscribed` or `reset` is sent first. The feed must be open, and
   * fresh if there is a position, which another process may have given.
   */
  add(subscription: RowSubscription, after: string | undefined): void {
    const from = after === undefined ? undefined : this.resumedAt(subscription, after)
    if (after !== undefined && !from) this.sendReset(subscription, 'position')
    this.#join(subscription, { from: from?.number ?? this.#position, joinedAt: this.#position })
  }

  /** The newest change that was delivered. */
  get at(): LivePosition {
    return { epoch: this.#epoch, number: this.#position }
  }

  /** Adds a subscription whose initial rows were read after a position of this feed. */
  follow(subscription: RowSubscription, from: LivePosition): void {
    const isKnown = from.epoch === this.#epoch && from.number >= this.#removedTo
    if (!isKnown) this.sendReset(subscription, 'position')
    const start = isKnown ? from.number : this.#position
    this.#join(subscription, { from: start, joinedAt: start })
  }

  #join(subscription: RowSubscription, at: { from: number; joinedAt: number }): void {
    const { asked, connection } = subscription
    subscription.position = at.from
    subscription.joinedAt = at.joinedAt
    const position = this.#print(connection, subscription.position)
    connection.send('subscribed', { subscription: asked.id, position })
    this.#behind.add(subscription)
    this.wake()
  }

  /** Plans the subscriptions of a connection again, whose caller may do less or more than before. */
  replan({ subscriptions }: LiveConnection): void {
    for (const subscription of [...subscriptions.values()]) {
      this.#prepare(subscription)
      if (this.#isKnown(subscription)) this.sendReset(subscription, 'schema')
    }
  }

  remove(subscription: RowSubscription): void {
    this.#current.delete(subscription)
    this.#behind.delete(subscription)
  }

  /** The client reads the rows again. */
  sendReset({ asked, connection }: RowSubscription, reason: ResetReason): void {
    connection.send('reset', { subscription: asked.id, reason })
  }

  readonly #fail = (subscription: RowSubscription, error: unknown): void => {
    const { asked, connection } = subscription
    connection.drop(subscription)
    this.remove(subscription)
    connection.send('error', { subscription: asked.id, error: toWire(error) })
  };

  *#all(): Iterable<RowSubscription> {
    yield* [...this.#current, ...this.#behind]
  }

  /** Every subscription goes on from now; its client reads the rows again. */
  #resetAll(reason: ResetReason): void {
    for (const subscription of this.#all()) {
      subscription.position = this.#position
      this.sendReset(subscription, reason)
    }
  }

  async #run(): Promise<void> {
    try {
      for (let hasMore = true; (hasMore || this.#isDue) && !this.#isClosed; ) {
        this.#isDue = false
        hasMore = await this.#step()
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    } catch (error) {
      const { id: environmentId } = this.#environment
      this.#context.log.warn(
        { err: error, environmentId },
        'live: reading the log failed, the next poll retries',
      )
      this.#isDue = false
    }
  }

  async #step(): Promise<boolean> {
    const { projectId, name } = this.#environment
    const environment = await openEnvironment(this.#context, { projectId, environment: name })
    const runner = this.#context.environments.runnerOf(environment)
    const { placement } = environment
    await runner.placeChanges(placement)
    const after = this.#isOpen ? this.#position : Number.MAX_SAFE_INTEGER
    const page = (await runner.readLog(placement, { after, ...BATCH })) ?? NO_LOG
    this.#takeState(environment, page)
    const own = page.changes.filter(({ position }) => position > this.#position)
    if (own.length > 0) {
      await this.#deliver(this.#current, own)
      this.#lag.onDelivered(environment.id, own)
    }
    const last = own.at(-1)?.position
    this.#position = last ?? Math.max(this.#position, page.position)
    return (await this.#catchUp(environment)) || page.hasMore
  }

  /** Notices a change of the tables or rules, of the log, and changes that were removed. */
  #takeState(environment: LiveEnvironment, page: LogPage): void {
    const before = this.#epoch
    if (environment !== this.#environment) this.#replan(environment)
    this.#epoch = epochOf(environment, page.epoch)
    const isLost = page.epoch !== this.#logEpoch || page.removedTo > this.#position
    if (!this.#isOpen || isLost) {
      this.#position = page.position
      if (this.#isOpen) this.#resetAll('log')
    } else if (before !== this.#epoch) {
      this.#position = page.position
      this.#resetAll('schema')
    }
    this.#logEpoch = page.epoch
    this.#removedTo = page.removedTo
    this.#isOpen = true
  }

  #replan(environment: LiveEnvironment): void {
    this.#environment = environment
    for (const subscription of [...this.#all()]) this.#prepare(subscription)
  }

  #isKnown(subscription: RowSubscription): boolean {
    return this.#current.has(subscription) || this.#behind.has(subscription)
  }

  #prepare(subscription: RowSubscription): void {
    try {
      prepareSubscription(this.#context, subscription, this.#environment)
      for (const index of [this.#current, this.#behind.index])
        if (index.has(subscription)) index.add(subscription)
    } catch (error) {
      this.#fail(subscription, error)
    }
  }

  #deliver(index: LiveIndex, changes: LogPage['changes']): Promise<void> {
    const isCatchingUp = index === this.#behind.index
    return deliverChanges({
      context: this.#context,
      environment: this.#environment,
      epoch: this.#epoch,
      positions: this.#positions,
      changes,
      index,
      canResume: ({ behind, waiting }: LiveConnection) =>
        waiting.size === 0 && [...behind].every((each) => isCatchingUp && index.has(each)),
      fail: this.#fail,
      reset: (subscription, reason) => this.sendReset(subscription, reason),
    })
  }

  #catchUp({ placement }: LiveEnvironment): Promise<boolean> {
    const runner = this.#context.environments.runnerOf({ placement })
    return this.#behind.step({
      position: this.#position,
      logEpoch: this.#logEpoch,
      read: async (after) => (await runner.readLog(placement, { after, ...BATCH })) ?? NO_LOG,
      deliver: (changes) => this.#deliver(this.#behind.index, changes),
      onLost: (subscription) => this.sendReset(subscription, 'position'),
      onReached: (subscription) => this.#current.add(subscription),
    })
  }
}
