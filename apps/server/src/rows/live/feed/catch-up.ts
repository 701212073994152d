import type { LoggedChange, LogPage } from '../../runners/row-runner.ts'
import { SLOW_BACKLOG_BYTES } from '../limits/live-limits.ts'
import type { LiveConnection, RowSubscription } from '../live-connection.ts'
import type { Delivery } from './delivery.ts'
import { LiveIndex } from './live-index.ts'
import type { ReadRows } from './read-rows.ts'
import { WakeLoop } from './wake-loop.ts'

/** Subscriptions that lack only the newest changes. */
export interface Handover {
  readonly subscriptions: ReadonlySet<RowSubscription>
  readonly changes: readonly LoggedChange[]
  /** How far the log was read. */
  readonly to: number
  readonly logEpoch: string
}

type OldDelivery = Pick<
  Delivery,
  'changes' | 'end' | 'readRows' | 'index' | 'takesMore' | 'onLeft' | 'onDelivered' | 'canResume'
>

interface Options {
  readonly read: (after: number) => Promise<LogPage>
  /** Of the log, as the feed has read it. */
  readonly logEpoch: () => string
  /** Of the positions that clients see: another one has moved all subscriptions, and ends deliveries. */
  readonly epoch: () => string
  readonly readRows: ReadRows
  readonly deliver: (delivery: OldDelivery) => Promise<void>
  /** The log no longer has the changes after the subscription's position. */
  readonly onLost: (subscription: RowSubscription) => void
  /** Called when there is something to take over. */
  readonly onReady: () => void
  readonly onError: (error: unknown) => void
}

const PAUSE_MS = 10
/** When to try again for clients that have not read what they were sent, and after a change of the log. */
const RETRY_MS = 50

const takesMore = ({ backlog }: LiveConnection): boolean => backlog <= SLOW_BACKLOG_BYTES

const endOf = ({ changes, hasMore, position }: LogPage): number =>
  hasMore ? (changes.at(-1)?.position ?? position) : position

/**
 * Sends subscriptions what they have missed, in a loop of its own, so that the changes of now wait neither for old ones
 * nor for clients that read slowly.
 */
export class CatchUp {
  readonly #options: Options
  /** In the order in which they were served. */
  readonly #behind = new Set<RowSubscription>()
  /** Those that were sent all changes of a read of the log, with the rows as they were then. */
  readonly #caughtUp = new Set<RowSubscription>()
  readonly #loop: WakeLoop
  #index = new LiveIndex()
  #ready: Handover | undefined
  #isFurthest = false

  constructor(options: Options) {
    this.#options = options
    const { onError } = options
    this.#loop = new WakeLoop({ step: () => this.#step(), onError, pauseMs: PAUSE_MS })
  }

  [Symbol.iterator](): Iterator<RowSubscription> {
    return this.#behind.values()
  }

  add(subscription: RowSubscription): void {
    subscription.connection.behind.add(subscription)
    this.#behind.add(subscription)
    this.wake()
  }

  has(subscription: RowSubscription): boolean {
    return this.#behind.has(subscription)
  }

  delete(subscription: RowSubscription): void {
    subscription.connection.behind.delete(subscription)
    this.#forget(subscription)
  }

  #forget(subscription: RowSubscription): void {
    this.#behind.delete(subscription)
    this.#caughtUp.delete(subscription)
    this.#index.delete(subscription)
  }

  /** The subscription was planned again. */
  replace(subscription: RowSubscription): void {
    if (this.#index.has(subscription)) this.#index.add(subscription)
  }

  wake(): void {
    if (this.#behind.size > 0) this.#loop.wake()
  }

  close(): void {
    this.#loop.close()
  }

  /**
   * What the feed goes on with after a position; undefined if nothing is ready, or if the feed has read further. Their
   * connections count them as behind until they were sent it.
   */
  take(position: number, logEpoch: string): Handover | undefined {
    const ready = this.#ready
    if (!ready) return undefined
    this.#ready = undefined
    if (ready.to < position || ready.logEpoch !== logEpoch) {
      this.wake()
      return undefined
    }
    const subscriptions = new Set([...ready.subscriptions].filter((each) => this.has(each)))
    for (const each of subscriptions) this.#forget(each)
    this.wake()
    return { ...ready, subscriptions }
  }

  async #step(): Promise<number | undefined> {
    const { read, logEpoch, onLost, readRows } = this.#options
    const ready = this.#ready
    const waiting = [...this.#behind].filter((each) => !ready?.subscriptions.has(each))
    const isNext = (each: RowSubscription) => !(ready && this.#caughtUp.has(each))
    const chosen = waiting.filter((each) => takesMore(each.connection) && isNext(each))
    if (chosen.length === 0) return waiting.length > 0 ? RETRY_MS : undefined
    const after = this.#positionOf(chosen)
    const settle = readRows.beforeLog()
    const page = await read(after)
    // The feed notices a change of the log with its next read.
    if (page.epoch !== logEpoch()) return RETRY_MS
    settle(page.position)
    const to = endOf(page)
    const open = chosen.filter(
      (each) => this.has(each) && each.position >= after && (!page.hasMore || each.position < to),
    )
    for (const each of open) {
      // Behind the others.
      this.#behind.delete(each)
      this.#behind.add(each)
      if (each.position >= page.removedTo) continue
      each.position = page.position
      onLost(each)
    }
    if (!page.hasMore) await this.#finish(page, open)
    else {
      for (const each of open) this.#caughtUp.delete(each)
      await this.#deliver(page, open)
    }
    return 0
  }

  /**
   * Where to go on. Every other time it is the furthest position, so that subscriptions join on their way; else that of
   * the one that was served the longest ago, so that none waits for others that are far behind again and again.
   */
  #positionOf(chosen: readonly RowSubscription[]): number {
    this.#isFurthest = !this.#isFurthest
    const [first] = chosen
    if (first && !this.#isFurthest) return first.position
    let after = Number.MAX_SAFE_INTEGER
    for (const { position } of chosen) after = Math.min(after, position)
    return after
  }

  /** At the end of the log: what was read meanwhile is followed by the changes that are newer, which the feed sends. */
  async #finish(page: LogPage, open: readonly RowSubscription[]): Promise<void> {
    const { changes, position: to, epoch } = page
    const last = changes.at(-1)?.position ?? 0
    const isReady = (each: RowSubscription) => this.#caughtUp.has(each) || each.position >= last
    const subscriptions = new Set(this.#ready ? [] : open.filter(isReady))
    if (subscriptions.size > 0) {
      this.#ready = { subscriptions, changes, to, logEpoch: epoch }
      this.#options.onReady()
    }
    const others = open.filter((each) => !subscriptions.has(each))
    if (others.length === 0) return
    await this.#deliver(page, others)
    for (const each of others) if (this.has(each) && each.position >= to) this.#caughtUp.add(each)
  }

  async #deliver(page: LogPage, open: readonly RowSubscription[]): Promise<void> {
    const { changes, hasMore } = page
    const to = endOf(page)
    const epoch = this.#options.epoch()
    /** What was judged by a plan that has been replaced since was not sent. */
    const plans = new Map(open.map((each) => [each, each.plan]))
    const index = new LiveIndex()
    for (const each of open) index.add(each)
    this.#index = index
    /** Subscriptions whose clients took a part, and how far that goes. */
    const left = new Map<RowSubscription, number>()
    const incomplete = new Set<LiveConnection>()
    const advance = (position: number) => {
      if (epoch !== this.#options.epoch()) return
      for (const each of open)
        if (plans.get(each) === each.plan)
          each.position = Math.max(each.position, left.get(each) ?? position)
    }
    await this.#options.deliver({
      changes,
      end: to,
      // The changes of the next part are sent with the rows as they are then.
      readRows: hasMore ? undefined : this.#options.readRows,
      index,
      takesMore,
      canResume: (connection) =>
        connection.waiting.size === 0 &&
        !incomplete.has(connection) &&
        [...connection.behind].every((each) => index.has(each)),
      onLeft: (subscription, position) => {
        left.set(subscription, position)
        incomplete.add(subscription.connection)
      },
      onDelivered: advance,
    })
    advance(to)
  }
}
