import type { ResetReason } from '@plinth/contract'
import { type LiveConnection, type RowSubscription, toWire } from '../live-connection.ts'
import { prepareSubscription } from '../live-plan.ts'
import type { LivePosition } from '../live-position.ts'
import type { LiveContext } from '../live-request.ts'
import type { CatchUp } from './catch-up.ts'
import { LiveIndex } from './live-index.ts'
import type { LogReader } from './log-reader.ts'
import type { ReadRows } from './read-rows.ts'

interface Options {
  readonly context: LiveContext
  readonly log: LogReader
  readonly behind: CatchUp
  readonly readRows: ReadRows
}

/** The subscriptions of one environment in this process: those that have reached its position, and those behind. */
export class FeedMembers {
  /** Subscriptions that have reached the position. */
  readonly current = new LiveIndex()
  readonly #context: LiveContext
  readonly #log: LogReader
  readonly #behind: CatchUp
  readonly #readRows: ReadRows

  constructor({ context, log, behind, readRows }: Options) {
    this.#context = context
    this.#log = log
    this.#behind = behind
    this.#readRows = readRows
  }

  /**
   * A position of this caller, if the log has all later changes. Which rows another connection was sent is not known, so
   * that nothing would tell whether they leave if the database judges.
   */
  resumedAt(
    { isInDatabase, connection }: RowSubscription,
    after: string,
  ): LivePosition | undefined {
    const from = isInDatabase ? undefined : this.#log.parse(connection, after)
    return from && this.#log.has(from) ? from : undefined
  }

  /** Adds a subscription from the client's position on; `subscribed` or `reset` is sent first. The feed must be open. */
  add(subscription: RowSubscription, after: string | undefined): void {
    const from = after === undefined ? undefined : this.resumedAt(subscription, after)
    if (after !== undefined && !from) this.sendReset(subscription, 'position')
    this.#join(subscription, from?.number ?? this.#log.state.target)
    if (from) this.#behind.add(subscription)
    else this.#enter(subscription)
  }

  /** Adds a subscription whose initial rows were read after a position of this feed. */
  follow(subscription: RowSubscription, from: LivePosition): void {
    const isKnown = this.#log.has(from)
    if (!isKnown) this.sendReset(subscription, 'position')
    this.#join(subscription, isKnown ? from.number : this.#log.state.target)
    // Its rows may have changes that no read of the log has had.
    this.#behind.add(subscription)
  }

  #enter(subscription: RowSubscription): void {
    subscription.connection.behind.delete(subscription)
    this.current.add(subscription)
  }

  #join(subscription: RowSubscription, from: number): void {
    const { asked, connection } = subscription
    subscription.position = from
    const position = this.#log.print(connection, subscription.position)
    connection.send('subscribed', { subscription: asked.id, position })
  }

  /** Plans the subscriptions of a connection again, whose caller may do less or more than before. */
  replan({ subscriptions }: LiveConnection): void {
    for (const subscription of [...subscriptions.values()]) {
      this.#prepare(subscription)
      if (this.current.has(subscription) || this.#behind.has(subscription))
        this.sendReset(subscription, 'schema')
    }
  }

  remove(subscription: RowSubscription): void {
    this.current.delete(subscription)
    this.#behind.delete(subscription)
    this.#readRows.delete(subscription)
  }

  /** The client reads the rows again. */
  sendReset({ asked, connection }: RowSubscription, reason: ResetReason): void {
    connection.send('reset', { subscription: asked.id, reason })
  }

  /** Ends a subscription, which its client is told. */
  readonly fail = (subscription: RowSubscription, error: unknown): void => {
    const { asked, connection } = subscription
    connection.drop(subscription)
    this.remove(subscription)
    connection.send('error', { subscription: asked.id, error: toWire(error) })
  }

  /** The tables, rules or constants of the environment are others now. */
  prepareAll(): void {
    for (const subscription of [...this.current, ...this.#behind]) this.#prepare(subscription)
  }

  /** All go on from the position of now. */
  resetAll(reason: ResetReason): void {
    this.#readRows.clear()
    const { position } = this.#log.state
    for (const subscription of [...this.current, ...this.#behind]) {
      subscription.position = position
      this.sendReset(subscription, reason)
    }
  }

  #prepare(subscription: RowSubscription): void {
    try {
      prepareSubscription(this.#context, subscription, this.#log.environment)
      if (this.current.has(subscription)) this.current.add(subscription)
      this.#behind.replace(subscription)
    } catch (error) {
      this.fail(subscription, error)
    }
  }
}
