import { ApiError } from '../api-error.ts'
import type { Client } from '../create-client.ts'
import { type LiveRequest, streamLiveRows } from '../protocol/live-routes.ts'
import { readEvents } from '../read-events.ts'
import { identityOf } from './identity.ts'
import { type LiveEvent, parseLiveEvent } from './live-events.ts'

/** A stream whose subscriptions have no answer by then is held back by something between client and server. */
const OPEN_MS = 10_000
/** The server sends a heartbeat every 15 s. */
const SILENCE_MS = 40_000
const CHECK_MS = 5_000
/** How long a stream that has ended waits for a new token, and how often it looks for one. */
const TOKEN_MS = 2_000
const TOKEN_CHECK_MS = 100

/**
 * How a connection ended: `again` connects at once, `lost` and `failed` after a pause, `refused` was answered with an
 * error of the server that may pass, `unopened` had no event at all, `ended` is final.
 */
export type Outcome = 'again' | 'lost' | 'failed' | 'refused' | 'unopened' | 'ended'

/** One HTTP answer with events. */
export interface Connection {
  /** Undefined until the server has opened the stream. */
  readonly id: string | undefined
  readonly token: string | null
  /** Ids of the subscriptions that the server has been asked for. */
  readonly sent: Set<string>
  readonly isOver: boolean
  readonly outcome: Promise<Outcome>
  /** Ends the connection, to connect again at once. */
  end(): void
}

interface ConnectOptions {
  client: Client
  query: object
  /** The user of the stream. */
  identity: string
  requests: readonly LiveRequest[]
  onEvent: (event: LiveEvent, connection: Connection) => void
}

/** Whether a later attempt may succeed. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

/** Opens the stream and reads it until it ends. */
export function connectOnce(options: ConnectOptions): Connection {
  const { client, query, requests, onEvent } = options
  const stop = new AbortController()
  const state = { id: undefined as string | undefined, token: null as string | null }
  let heardAt = Date.now()
  let isAnswered = false
  let isLate = false
  const endLate = () => {
    isLate = true
    stop.abort()
  }
  const openTimer = setTimeout(() => (isAnswered ? undefined : endLate()), OPEN_MS)
  const silenceTimer = setInterval(() => {
    if (isAnswered && Date.now() - heardAt > SILENCE_MS) endLate()
  }, CHECK_MS)

  /** A refresh ends the old token, which the stream may hear before the client has stored the new one. */
  async function getsOtherToken(): Promise<boolean> {
    const latest = Date.now() + TOKEN_MS
    while (!stop.signal.aborted && Date.now() < latest) {
      const token = await client.fetchToken().catch(() => null)
      if (token !== state.token) return true
      await new Promise((resolve) => setTimeout(resolve, TOKEN_CHECK_MS))
    }
    return stop.signal.aborted
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<Outcome> {
    const messages = readEvents(body, () => {
      heardAt = Date.now()
    })
    for await (const message of messages) {
      const event = parseLiveEvent(message)
      if (event.name === 'reconnect') return 'again'
      if (event.name === 'end' && (await getsOtherToken())) return 'again'
      if (event.name === 'open') state.id = event.data.connectionId
      // Some proxies pass the first event on with the headers, and hold the next ones back.
      isAnswered ||= event.name !== 'open' || requests.length === 0
      onEvent(event, connection)
      if (event.name === 'end') return 'ended'
    }
    return isAnswered ? 'lost' : 'unopened'
  }

  async function run(): Promise<Outcome> {
    try {
      const { body, token } = await client.open(streamLiveRows, {
        query: { ...query, subscriptions: JSON.stringify(requests) },
        headers: { Accept: 'text/event-stream' },
        signal: stop.signal,
      })
      state.token = token
      const { identity } = await identityOf(client)
      // Another user has signed in meanwhile.
      if (identity !== options.identity) return 'again'
      return await read(body)
    } catch (error) {
      if (isLate) return 'unopened'
      if (stop.signal.aborted) return 'again'
      if (isPassing(error)) {
        if (state.id) return 'lost'
        return error instanceof ApiError ? 'refused' : 'failed'
      }
      const { code, message } = error as ApiError
      onEvent({ name: 'end', data: { error: { code, message } } }, connection)
      return 'ended'
    } finally {
      clearTimeout(openTimer)
      clearInterval(silenceTimer)
      stop.abort()
    }
  }

  const connection: Connection = {
    get id() {
      return state.id
    },
    get token() {
      return state.token
    },
    get isOver() {
      return stop.signal.aborted
    },
    sent: new Set(requests.map(({ id }) => id)),
    // Not before `connection` is assigned.
    outcome: Promise.resolve().then(run),
    end: () => stop.abort(),
  }
  return connection
}
