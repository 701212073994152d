import type { LogPage } from '../../runners/row-runner.ts'
import type { RowSubscription } from '../live-connection.ts'
import { LiveIndex } from '../live-index.ts'

/** One read of the log for subscriptions that are behind the position of their feed. */
interface Reading {
  readonly position: number
  readonly logEpoch: string
  readonly read: (after: number) => Promise<LogPage>
  readonly deliver: (changes: LogPage['changes']) => Promise<void>
  /** The log no longer has the changes after the subscription's position. */
  readonly onLost: (subscription: RowSubscription) => void
  /** The subscription has reached the position. */
  readonly onReached: (subscription: RowSubscription) => void
}

/** Subscriptions of a feed that have not reached its position. */
export class CatchUp {
  readonly index = new LiveIndex()
  /** New subscriptions: while a batch is being delivered, no other may join it. */
  readonly #joining = new Set<RowSubscription>();

  *[Symbol.iterator](): Iterator<RowSubscription> {
    yield* [...this.index, ...this.#joining]
  }

  add(subscription: RowSubscription): void {
    subscription.connection.behind.add(subscription)
    this.#joining.add(subscription)
  }

  has(subscription: RowSubscription): boolean {
    return this.index.has(subscription) || this.#joining.has(subscription)
  }

  delete(subscription: RowSubscription): void {
    subscription.connection.behind.delete(subscription)
    this.index.delete(subscription)
    this.#joining.delete(subscription)
  }

  /** Delivers one batch, from the subscription on that is furthest behind; true if some are still behind. */
  async step(reading: Reading): Promise<boolean> {
    const { position } = reading
    for (const subscription of this.#joining) this.index.add(subscription)
    this.#joining.clear()
    this.#release(reading)
    if (this.index.size === 0) return false
    let after = position
    for (const each of this.index) after = Math.min(after, each.position)
    const page = await reading.read(after)
    if (page.epoch !== reading.logEpoch) return true
    for (const subscription of [...this.index]) {
      if (subscription.position >= page.removedTo) continue
      subscription.position = position
      reading.onLost(subscription)
    }
    const changes = page.changes.filter((change) => change.position <= position)
    const isWhole = !page.hasMore || changes.length < page.changes.length
    const to = isWhole ? position : (changes.at(-1)?.position ?? position)
    const caught = [...this.index]
    await reading.deliver(changes)
    for (const each of caught) each.position = Math.max(each.position, to)
    this.#release(reading)
    return this.index.size + this.#joining.size > 0
  }

  #release({ position, onReached }: Reading): void {
    for (const subscription of [...this.index]) {
      if (subscription.position < position) continue
      this.delete(subscription)
      onReached(subscription)
    }
  }
}
