import type { LiveSubscription, RowQuery } from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { EventSink } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { Judgement } from './judge/judge-row.ts'
import type { SentIds } from './judge/sent-ids.ts'
import { MAX_BACKLOG_BYTES, MAX_STALLED_MS, SLOW_BACKLOG_BYTES } from './limits/live-limits.ts'
import { identityOf } from './live-caller.ts'
import type { LiveCaller } from './live-streams.ts'

/** How a subscription reads one table of a loaded environment. */
export interface LivePlan {
  readonly environment: LiveEnvironment
  readonly table: DataTable
  readonly operation: 'list' | 'view'
  readonly query: RowQuery
  /** Rules read fields of the user's row, which is read again for each batch of changes. */
  readonly needsUser: boolean
  /** The judgement changes neither with the time nor with the user's row. */
  readonly isStable: boolean
}

/** Rows that a connection gets the changes of. */
export interface RowSubscription {
  readonly asked: LiveSubscription
  readonly connection: LiveConnection
  /** Counted against the limits. */
  readonly characters: number
  /** Values that its rule and its filter compare; counted too. */
  values: number
  plan: LivePlan
  /** Cached while it is stable. */
  judgement: Judgement | undefined
  /** The database judges its rows, or may have to. */
  isInDatabase: boolean
  /** Rows that it is sent are read from the database, or may have to be. */
  readsDatabase: boolean
  readonly sent: SentIds
  /** Changes up to here were judged, unless it has reached the position of its feed. */
  position: number
}

/** A client that has not read the end of its stream by then is disconnected. */
const END_MS = 5_000

type Wire = { readonly code: string; readonly message: string }

/** An error as events have it; a fault of the server is not described. */
export function toWire(error: unknown): Wire {
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  return { code: 'internal', message: 'Something went wrong. Subscribe again.' }
}

/** One open stream with its subscriptions. */
export class LiveConnection {
  readonly id: string
  live: LiveCaller
  readonly identity: string
  /** Whom limits count it for, as `holderOf` names the caller. */
  readonly holder: string
  readonly subscriptions = new Map<string, RowSubscription>()
  /** Subscriptions that have not reached the newest change, or whose initial rows are being sent. */
  readonly behind = new Set<RowSubscription>()
  /** Subscriptions that are added once the log was read to their position, by id. */
  readonly waiting = new Map<string, LiveSubscription>()
  characters = 0
  isEnded = false
  lastWrite = performance.now()
  /** Subscriptions whose initial rows are being read or waited for, ended ones included. */
  initialReads = 0
  /** Counts a subscription as it was planned. Throws 429 if there are too many. */
  onPlan: (subscription: RowSubscription) => void = () => undefined
  /** Releases what a subscription was counted and indexed by. */
  onDrop: (subscription: RowSubscription) => void = () => undefined
  readonly #sink: EventSink
  #pending = ''
  #unread = 0
  #lastReadAt = performance.now()

  constructor({
    id,
    live,
    holder,
    sink,
  }: { id: string; live: LiveCaller; holder: string; sink: EventSink }) {
    this.id = id
    this.live = live
    this.identity = identityOf(live.caller)
    this.holder = holder
    this.#sink = sink
  }

  /** Adds an event to what the next flush writes. */
  add(event: string, data: string, id?: string): void {
    if (this.isEnded) return
    this.#pending += `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
  }

  /** Writes the added events; a connection whose client does not read is cut. */
  flush(): void {
    if (this.#pending === '' || this.isEnded) return
    const text = this.#pending
    this.#pending = ''
    this.lastWrite = performance.now()
    const { backlog } = this
    // A client that reads is not cut by a single large event.
    const isTooMuch =
      backlog > SLOW_BACKLOG_BYTES && backlog + Buffer.byteLength(text) > MAX_BACKLOG_BYTES
    if (isTooMuch) this.#cut()
    else this.#sink.write(text)
  }

  /** Counts what the client has not read, and cuts it if it has read nothing for long; called at short intervals. */
  watch(now: number): void {
    const { backlog } = this
    this.#sink.count()
    if (backlog === 0 || backlog < this.#unread) this.#lastReadAt = now
    this.#unread = backlog
    if (now - this.#lastReadAt > MAX_STALLED_MS) this.#cut()
  }

  #cut(): void {
    this.isEnded = true
    this.#sink.cut()
  }

  /** Bytes that the client has not read. */
  get backlog(): number {
    return this.#sink.backlog()
  }

  comment(text: string): void {
    if (this.isEnded) return
    this.#pending += `: ${text}\n\n`
    this.flush()
  }

  enter(subscription: RowSubscription): void {
    this.subscriptions.set(subscription.asked.id, subscription)
    this.characters += subscription.characters
  }

  /** Whether the subscription is open: another one may have its id now. */
  has(subscription: RowSubscription): boolean {
    return !this.isEnded && this.subscriptions.get(subscription.asked.id) === subscription
  }

  /** Ends the subscription with an id, also one that waits. */
  unsubscribe(id: string): void {
    this.waiting.delete(id)
    const subscription = this.subscriptions.get(id)
    if (subscription) this.drop(subscription)
  }

  /** Ends a subscription, unless it has ended before. */
  drop(subscription: RowSubscription): void {
    const { id } = subscription.asked
    if (this.subscriptions.get(id) !== subscription) return
    this.subscriptions.delete(id)
    this.characters -= subscription.characters
    this.onDrop(subscription)
  }

  dropAll(): void {
    for (const subscription of [...this.subscriptions.values()]) this.drop(subscription)
  }

  send(event: string, data: object, id?: string): void {
    this.add(event, JSON.stringify(data), id)
    this.flush()
  }

  /** Keeps proxies from closing an idle connection; with a position if everything up to it was sent. */
  beat(position: string | undefined): void {
    if (position === undefined || this.behind.size + this.waiting.size > 0)
      this.comment('still here')
    else {
      this.add('position', '{}', position)
      this.flush()
    }
  }

  /** The right to the stream has ended. */
  end(error: unknown): void {
    this.#endWith('end', { error: toWire(error) })
  }

  /** The process stops; another one goes on from the last position. */
  reconnect(): void {
    this.#endWith('reconnect', {})
  }

  #endWith(event: string, data: object): void {
    if (this.isEnded) return
    this.flush()
    this.isEnded = true
    this.dropAll()
    this.#sink.end(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    setTimeout(() => this.#sink.cut(), END_MS).unref()
  }
}
