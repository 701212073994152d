import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

interface QueryLimits {
  /** How long a query may take, whatever the server does. */
  readonly maxMs: number
  /** How many bytes may arrive for one query; unlimited if undefined. */
  readonly maxBytes?: number
}

/** A query without an answer in time; its connection is closed, and whether the server ran it is unknown. */
export class QueryTimeout extends Error {
  readonly code = 'QUERY_TIMEOUT'

  constructor() {
    super('the database did not answer in time')
  }
}

/** An answer with more bytes than allowed; its connection is closed. */
class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'

  constructor() {
    super('the answer of the database is too large')
  }
}

/** What the driver's types do not have: the query that is being answered, and the socket. */
interface ClientState {
  readonly _activeQuery?: object | null
  readonly _connecting?: boolean
  readonly connection: EventEmitter & { readonly stream: Socket }
}

interface Watched extends QueryLimits {
  readonly client: ClientState
  /** The connection's own socket; TLS replaces that of the client. */
  readonly socket: Socket
  active: object | undefined
  since: number
  bytesBefore: number
}

const CHECK_EVERY_MS = 50
const watched = new Set<Watched>()
let timer: NodeJS.Timeout | undefined

function check(entry: Watched, now: number): void {
  const { client, socket, maxMs, maxBytes = Number.POSITIVE_INFINITY } = entry
  const active = client._activeQuery ?? undefined
  // A COPY stream is read as fast as it is used, however long that takes.
  const isStream = active !== undefined && !(active instanceof pg.Query)
  const bytes = socket.bytesRead - entry.bytesBefore
  if (bytes > maxBytes && !isStream) end(entry, new AnswerTooLarge())
  // Until it is ready, everything that arrives counts; its time is that of the connection timeout.
  else if (client._connecting) entry.since = now
  else if (active === undefined || isStream || active !== entry.active) {
    entry.active = active
    entry.since = now
    entry.bytesBefore = socket.bytesRead
  } else if (now - entry.since > maxMs) end(entry, new QueryTimeout())
}

/** All queries of the connection fail with the error. */
function end({ client, socket }: Watched, error: Error): void {
  client.connection.stream.destroy(error)
  socket.destroy()
}

function sweep(): void {
  const now = performance.now()
  for (const entry of watched) {
    if (entry.socket.destroyed) watched.delete(entry)
    else check(entry, now)
  }
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Within an interval, a fast server sends more than the limit itself, so bytes are also checked as they arrive. */
function checkWhatArrives(entry: Watched): void {
  const { connection } = entry.client
  const checkNow = () => check(entry, performance.now())
  entry.socket.on('data', checkNow)
  // TLS reads past the connection's own socket.
  connection.once('sslconnect', () => connection.stream.on('data', checkNow))
}

/**
 * Closes the connection when a query exceeds a limit. Time is checked at intervals, which costs a query nothing; bytes,
 * if they are limited, also with each chunk that arrives.
 */
export function limitQueries(client: pg.ClientBase, limits: QueryLimits): void {
  const state = client as unknown as ClientState
  const { stream: socket } = state.connection
  const since = performance.now()
  const entry = { ...limits, client: state, socket, active: undefined, since, bytesBefore: 0 }
  watched.add(entry)
  if (limits.maxBytes !== undefined) checkWhatArrives(entry)
  timer ??= setInterval(sweep, CHECK_EVERY_MS).unref()
}
