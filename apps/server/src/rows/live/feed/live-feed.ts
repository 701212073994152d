import type { LiveEnvironment } from '../../environments/live-environment.ts'
import type { LoggedChange } from '../../runners/row-runner.ts'
import type { LiveConnection, RowSubscription } from '../live-connection.ts'
import type { LiveLag } from '../live-lag.ts'
import type { LivePosition } from '../live-position.ts'
import { CatchUp, type Handover } from './catch-up.ts'
import { deliverChanges } from './deliver-changes.ts'
import type { Delivering, Delivery } from './delivery.ts'
import { FeedMembers } from './feed-members.ts'
import { LogReader } from './log-reader.ts'
import { ReadRows, RowDigests } from './read-rows.ts'
import { WakeLoop } from './wake-loop.ts'

/** Changes are delivered at most so often, so that many share a read of the log. */
const PAUSE_MS = 10
const POLL_MS = 1_000
const CONCURRENCY = 4
const OLD_CONCURRENCY = 2
/** How much longer than a step the pause after it is. */
const EXTERNAL_PAUSES = 3

/** What all feeds of a process share. */
export interface Feeding extends Delivering {
  readonly lag: LiveLag
}

type OwnDelivery = Omit<
  Delivery,
  keyof Delivering | 'digests' | 'environment' | 'epoch' | 'isValid' | 'fail' | 'reset'
>

/** Reads the log of one environment for all streams of this process. */
export class LiveFeed {
  /** Streams that use it. */
  streams = 0
  readonly #feeding: Feeding
  readonly #log: LogReader
  readonly members: FeedMembers
  readonly #behind: CatchUp
  readonly #readRows = new ReadRows()
  readonly #loop: WakeLoop
  readonly #poll: NodeJS.Timeout

  constructor(feeding: Feeding, environment: LiveEnvironment) {
    this.#feeding = feeding
    const { context, positions } = feeding
    this.#log = new LogReader({
      context,
      positions,
      environment,
      onChanged: () => this.members.prepareAll(),
      onReset: (reason) => this.members.resetAll(reason),
    })
    const onError = (error: unknown) => this.#warn(error)
    this.#loop = new WakeLoop({ step: () => this.#step(), onError, pauseMs: PAUSE_MS })
    this.#behind = new CatchUp({
      read: (after) => this.#log.readOld(after),
      logEpoch: () => this.#log.state.logEpoch,
      epoch: () => this.#log.state.epoch,
      readRows: this.#readRows,
      deliver: (old) =>
        this.#deliver({
          ...old,
          seenTo: ({ position }) => position,
          isOld: true,
          concurrency: OLD_CONCURRENCY,
        }),
      onLost: (subscription) => this.members.sendReset(subscription, 'position'),
      onReady: () => this.wake(),
      onError,
    })
    const [log, behind, readRows] = [this.#log, this.#behind, this.#readRows]
    this.members = new FeedMembers({ context, log, behind, readRows })
    this.#poll = setInterval(() => {
      this.wake()
      this.#behind.wake()
    }, POLL_MS).unref()
  }

  get environment(): LiveEnvironment {
    return this.#log.environment
  }

  /** Where a client goes on that has got everything up to now. */
  positionOf(connection: LiveConnection): string {
    return this.#log.print(connection, this.#log.state.position)
  }

  close(): void {
    this.#loop.close()
    this.#behind.close()
    clearInterval(this.#poll)
    this.#log.close()
  }

  /** Changes may have been made. */
  wake(): void {
    this.#loop.wake()
  }

  /** Whether a position is of another epoch, which another process may have noticed before this one. */
  hasOtherEpoch(connection: LiveConnection, after: string): boolean {
    const from = this.#log.parse(connection, after)
    return from !== undefined && from.epoch !== this.#log.state.epoch
  }

  get isOpen(): boolean {
    return this.#log.state.isOpen
  }

  /** Resolves when the state of the log was read again, or that has failed. */
  async nextState(): Promise<void> {
    if (!this.#loop.isClosed) await this.#log.nextState(() => this.wake())
  }

  /** Where a subscription begins that joins now. */
  get at(): LivePosition {
    const { epoch, target } = this.#log.state
    return { epoch, number: target }
  }

  #warn(error: unknown): void {
    const { id: environmentId } = this.environment
    this.#feeding.context.log.warn(
      { err: error, environmentId },
      'live: reading the log failed, the next poll retries',
    )
  }

  async #step(): Promise<number | undefined> {
    const startedAt = performance.now()
    const { state } = this.#log
    const isNew = !state.isOpen
    const settle = this.#readRows.beforeLog()
    const page = await this.#log.readNext()
    settle(page.position)
    const late = this.#behind.take(state.position, state.logEpoch)
    const { own, to } = state.read(page)
    const older = late?.changes.filter(({ position }) => position <= state.position) ?? []
    for (const each of late?.subscriptions ?? []) this.members.current.add(each)
    const end = page.hasMore ? to : Math.max(to, page.position)
    const changes = [...older, ...own]
    if (changes.length > 0) await this.#deliverNow({ changes, end, late })
    for (const each of late?.subscriptions ?? []) each.connection.behind.delete(each)
    this.#feeding.lag.onDelivered(this.environment, own)
    state.position = to
    this.#readRows.forget(end, (each) => !this.#behind.has(each))
    if (!isNew && !page.hasMore) return undefined
    // The server of an external database says how much there is, so its feed works a quarter of the time at most.
    const isExternal = this.environment.placement.connection !== null
    return isExternal ? EXTERNAL_PAUSES * (performance.now() - startedAt) : 0
  }

  /** Delivers the newest changes, and some before them to subscriptions that have just caught up. */
  async #deliverNow({
    changes,
    end,
    late,
  }: {
    changes: readonly LoggedChange[]
    end: number
    late: Handover | undefined
  }): Promise<void> {
    const { state } = this.#log
    const from = state.position
    const isLate = (each: RowSubscription) => late?.subscriptions.has(each) ?? false
    try {
      await this.#deliver({
        changes,
        end,
        readRows: this.#readRows,
        index: this.members.current,
        seenTo: (subscription) =>
          isLate(subscription) ? subscription.position : Math.max(from, subscription.position),
        isOld: false,
        concurrency: CONCURRENCY,
        canResume: ({ behind, waiting }) => waiting.size === 0 && [...behind].every(isLate),
        takesMore: () => true,
        onLeft: () => undefined,
        onDelivered: (position) => {
          state.position = Math.max(state.position, position)
        },
      })
    } catch (error) {
      for (const subscription of late?.subscriptions ?? [])
        if (this.members.current.delete(subscription)) this.#behind.add(subscription)
      throw error
    }
  }

  #deliver(delivery: OwnDelivery): Promise<void> {
    const { state, environment } = this.#log
    const { epoch } = state
    return deliverChanges({
      ...this.#feeding,
      ...delivery,
      environment,
      epoch,
      digests: new RowDigests(),
      isValid: () => state.epoch === epoch,
      fail: this.members.fail,
      reset: (subscription, reason) => this.members.sendReset(subscription, reason),
    })
  }
}
