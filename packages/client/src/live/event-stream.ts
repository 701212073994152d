import { ApiError } from '../api-error.ts'
import type { Client } from '../create-client.ts'
import { changeLiveSubscriptions, type LiveRequest } from '../protocol/live-routes.ts'
import type { Scope } from '../protocol/wire-types.ts'
import { type Connection, connectOnce, isPassing, type Outcome } from './connect-once.ts'
import { advance, type LiveEvent } from './live-events.ts'
import type { LiveState } from './live-types.ts'
import { createPause } from './pause.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Clients of a process that stops connect again within this time, not all at once. */
const JITTER_MS = 1_000
/** How often a stream is tried while the client polls. */
const POLLING_PAUSE_MS = 60_000
/** A connection that lasted longer was not held back; the device may have been asleep. */
const HELD_BACK_MS = 60_000
/** After so many refusals in a row, rows are read by polling until a stream is accepted. */
const MAX_REFUSALS = 5
/** Requests of several tabs are sent together. */
const COLLECT_MS = 25
/** Some proxies refuse longer addresses; what does not fit is sent by POST. */
const MAX_QUERY_CHARS = 4_000
const MAX_REQUESTS_PER_POST = 50

/** The connection of one user to the changes of one environment. */
export interface EventStream {
  subscribe(requests: readonly LiveRequest[]): void
  unsubscribe(ids: readonly string[]): void
  /** The network is back or has changed: connects again now. */
  wake(): void
  /** The network is away: what is open is not waited for. */
  sleep(): void
  /** The server answers again: ends the pause between two connections. */
  retry(): void
  /** Connects again if the session has another token. */
  renew(token: string | null): void
  stop(): void
}

interface StreamOptions {
  client: Client
  scope: Scope
  /** The user of the stream; a connection that was opened for another one is not read. */
  identity: string
  onEvent: (event: LiveEvent) => void
  /** With `polling`, streams are held back or refused, and rows have to be read by polling. */
  onState: (state: LiveState) => void
}

/** The requests that fit into an address. */
function firstOf(requests: Iterable<LiveRequest>): LiveRequest[] {
  const first: LiveRequest[] = []
  let length = 0
  for (const request of requests) {
    length += encodeURIComponent(JSON.stringify(request)).length + 3
    if (length > MAX_QUERY_CHARS) break
    first.push(request)
  }
  return first
}

const isOffline = () => typeof navigator !== 'undefined' && navigator.onLine === false

/** Which pause and state follow from how the connections have ended. */
function createBackoff() {
  let failures = 0
  let unopened = 0
  let refusals = 0
  return {
    reset() {
      failures = 0
    },
    next(outcome: Outcome, lastedMs: number): { ms: number; state: LiveState } {
      if (outcome === 'unopened' && lastedMs < HELD_BACK_MS) unopened += 1
      else if (outcome !== 'failed' && outcome !== 'refused') unopened = 0
      if (outcome === 'refused') refusals += 1
      else if (outcome !== 'failed') refusals = 0
      failures = lastedMs > LONGEST_PAUSE_MS ? 0 : failures + 1
      if (unopened >= 2 && !isOffline()) return { ms: POLLING_PAUSE_MS, state: 'polling' }
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      // A server that asks for it again and again is treated like one that fails.
      const isSoon = outcome === 'again' && failures < 3
      const ms = isSoon ? Math.random() * JITTER_MS : longest * (0.5 + Math.random() / 2)
      if (isOffline()) return { ms, state: 'offline' }
      return { ms, state: refusals < MAX_REFUSALS ? 'connecting' : 'polling' }
    },
  }
}

/** Keeps one stream open, and resumes every subscription after a lost connection. */
export function createEventStream(options: StreamOptions): EventStream {
  const { client, scope, onEvent, onState } = options
  const wanted = new Map<string, LiveRequest>()
  const pause = createPause()
  const backoff = createBackoff()
  const query = { ...scope, $version: 'v2' }
  let connection: Connection | undefined
  let answered: Connection | undefined
  let isStopped = false

  async function post(body: { subscribe: LiveRequest[] } | { unsubscribe: string[] }) {
    const to = connection
    if (!to?.id) return
    try {
      await client.call(changeLiveSubscriptions, { query, body: { connectionId: to.id, ...body } })
    } catch (error) {
      if (to.isOver) return
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone || isPassing(error)) return to.end()
      const { code, message } = error as ApiError
      const asked = 'subscribe' in body ? body.subscribe : []
      for (const { id: subscription } of asked) {
        wanted.delete(subscription)
        onEvent({ name: 'error', data: { subscription, error: { code, message } } })
      }
    }
  }
  /** Sends the requests that the server does not have yet, and ends those that nobody wants any more. */
  function flush() {
    if (!connection?.id) return
    const { sent } = connection
    const unwanted = [...sent].filter((id) => !wanted.has(id))
    for (const id of unwanted) sent.delete(id)
    if (unwanted.length > 0) void post({ unsubscribe: unwanted.slice(0, MAX_REQUESTS_PER_POST) })
    const missing = [...wanted.values()].filter(({ id }) => !sent.has(id))
    for (const { id } of missing) sent.add(id)
    while (missing.length > 0) void post({ subscribe: missing.splice(0, MAX_REQUESTS_PER_POST) })
  }
  function receive(event: LiveEvent) {
    for (const [id, request] of wanted) wanted.set(id, advance(request, event))
    if (event.name === 'error') wanted.delete(event.data.subscription)
    onEvent(event)
    if (event.name === 'open') flush()
    // The first answer; a proxy may hold everything back that follows the headers.
    if (answered === connection || (event.name === 'open' && wanted.size > 0)) return
    answered = connection
    onState('live')
  }
  async function run() {
    await pause.wait(COLLECT_MS)
    while (!isStopped) {
      const startedAt = Date.now()
      const requests = firstOf(wanted.values())
      connection = connectOnce({ ...options, query, requests, onEvent: receive })
      const outcome = await connection.outcome
      connection = undefined
      if (isStopped || outcome === 'ended') return
      const { ms, state } = backoff.next(outcome, Date.now() - startedAt)
      onState(state)
      await pause.wait(ms)
    }
  }
  void run()

  return {
    subscribe(requests) {
      for (const request of requests) {
        if (!wanted.has(request.id)) wanted.set(request.id, request)
      }
      setTimeout(flush, COLLECT_MS)
    },
    unsubscribe(ids) {
      for (const id of ids) wanted.delete(id)
      setTimeout(flush, COLLECT_MS)
    },
    wake() {
      backoff.reset()
      onState('connecting')
      connection?.end()
      pause.end()
    },
    sleep() {
      onState('offline')
      connection?.end()
    },
    retry: () => pause.end(),
    renew(token) {
      if (connection?.id && connection.token !== token) connection.end()
    },
    stop() {
      isStopped = true
      connection?.end()
      pause.end()
    },
  }
}
