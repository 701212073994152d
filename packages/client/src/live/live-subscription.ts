import { ApiError } from '../api-error.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { log } from '../log.ts'
import type { LiveRequest } from '../protocol/live-routes.ts'
import type { ErrorCode, Row } from '../protocol/wire-types.ts'
import type { AnyTables } from '../table-types.ts'
import { advance, isAfter, type LiveEvent } from './live-events.ts'
import type { LiveState, RowChange, SubscribeOptions } from './live-types.ts'

export interface Subscriber extends SubscribeOptions<AnyTables[string]> {
  table: string
  onChange: (change: RowChange<Row>) => void
}

/** One `subscribe` of this tab. */
export interface LiveSubscription {
  /** Changes its id whenever the subscription starts again, so that late events of the old one are not its own. */
  readonly request: LiveRequest
  readonly options: Subscriber
  /**
   * What an event means for the hub: `again` asks it to send `request`, `later` to send it after a pause, and `over` to
   * forget the subscription.
   */
  receive(event: LiveEvent): 'again' | 'later' | 'over' | undefined
  /** Forgets its position, because it goes on as another user. */
  restart(): void
  setState(state: LiveState): void
  fail(error: Error): void
  /** Rows and changes that were read by polling, the oldest rows first. */
  polled(part: { rows: Row[] } | { changes: RowChange<Row>[] }): void
}

/** An exception of the app's own code must not end the stream of other subscriptions. */
function run(call: () => void): void {
  try {
    call()
  } catch (error) {
    log.error('A callback of a live subscription failed', error)
  }
}

/** Events have a code without the status that the answer of a call has. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_large: 413,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
}

function errorIn({ error }: { error: { code: ErrorCode; message: string } }): ApiError {
  return new ApiError(STATUS[error.code] ?? 400, { error: { ...error, requestId: '' } })
}

/** The code with which the server asks to subscribe again, because rules or tables have changed. */
const AGAIN = 'stale'
/** Failures of the server that may pass. */
const PASSING: readonly string[] = ['internal', 'unavailable', 'timeout']

export function createSubscription(options: Subscriber): LiveSubscription {
  const { table, filter, id: row, onRows } = options
  const begin = (): LiveRequest => ({
    id: newIdempotencyKey(),
    table,
    ...(filter && { filter }),
    ...(row && { row }),
    ...(onRows && { rows: true }),
  })
  let request = begin()
  let rows: Row[] = []
  let state: LiveState | undefined
  /** Rows may differ from what the app has, although the stream has no gap. */
  let isUnsure = false

  const setState = (next: LiveState) => {
    if (next === state || state === 'ended') return
    state = next
    run(() => options.onState?.(next))
  }
  const restart = () => {
    isUnsure ||= request.after !== undefined
    request = begin()
    rows = []
    setState('connecting')
  }
  const fail = (error: Error) => {
    setState('ended')
    run(() => options.onError?.(error))
  }
  const loaded = (all: Row[]) => {
    if (onRows) run(() => onRows(all))
    else if (isUnsure) run(() => options.onReset?.())
    isUnsure = false
  }
  const isOwn = (data: object) => 'subscription' in data && data.subscription === request.id

  return {
    get request() {
      return request
    },
    options,
    setState: (next) => {
      // The connection is open, but the subscription may have to be confirmed.
      if (next !== 'live' || request.after !== undefined) setState(next)
    },
    fail,
    restart,
    receive(event) {
      const { after } = request
      const isNew = (position: string) => after === undefined || isAfter(position, after)
      request = advance(request, event)
      if (event.name === 'open' && after === undefined) rows = []
      if (event.name === 'end') {
        fail(errorIn(event.data))
        return 'over'
      }
      if (event.name === 'change') {
        const { subscriptions, ...change } = event.data
        if (!subscriptions.includes(request.id) || !isNew(change.position)) return
        run(() => options.onChange(change as RowChange<Row>))
      }
      if (!isOwn(event.data)) return
      if (event.name === 'rows') rows.push(...event.data.rows)
      if (event.name === 'subscribed') {
        setState('live')
        // The server sends the newest rows first, but new rows last.
        if (after === undefined) loaded(rows.reverse())
        rows = []
      }
      if (event.name === 'error' && PASSING.includes(event.data.error.code)) {
        request = { ...request, id: newIdempotencyKey() }
        rows = []
        setState('connecting')
        return 'later'
      }
      if (event.name === 'error' && event.data.error.code !== AGAIN) {
        fail(errorIn(event.data))
        return 'over'
      }
      if (event.name !== 'reset' && event.name !== 'error') return
      restart()
      return 'again'
    },
    polled(part) {
      if ('rows' in part) {
        isUnsure = true
        loaded(part.rows)
      } else for (const change of part.changes) run(() => options.onChange(change))
      // What happens between the last poll and the stream is not known to the app.
      isUnsure = true
    },
  }
}
