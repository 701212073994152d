import { errorOf, RequestError } from './api-error.ts'
import type { ClientOptions } from './client-options.ts'
import { followEvents } from './follow-events.ts'
import type { CallAnswer, Route, RouteInput } from './protocol/route.ts'
import { refreshUser } from './protocol/routes.ts'
import type { AppToken } from './protocol/wire-types.ts'
import { createAuthorizer } from './sessions/authorize.ts'
import type { SessionStore } from './sessions/session.ts'
import type { Incoming } from './transport/outgoing.ts'
import {
  bodyOf,
  type CallOptions,
  headersOf,
  type LooseInput,
  urlOf,
} from './transport/request-of.ts'
import { sendWithRetries } from './transport/retry.ts'
import { send } from './transport/send.ts'

const DEFAULT_RETRIES = 2

/** Input of a call besides the route. */
export type CallInput<R extends Route> = RouteInput<R> & CallOptions

/** The answer of a streaming route. */
export interface OpenedStream {
  body: ReadableStream<Uint8Array>
  /** The token that opened it. */
  token: string | null
}

export interface Client {
  readonly baseUrl: string
  /** Where the client stores its session. */
  readonly session?: SessionStore
  /** How often the client repeats a call. */
  readonly retries?: number
  call<R extends Route>(route: R, input?: CallInput<R>): Promise<CallAnswer<R>>
  /** Refreshes the stored session if half of its life has passed; false if nobody is signed in any more. */
  refreshSession(): Promise<boolean>
  /** The token of the next call, refreshed if it is due; null if nobody is signed in. */
  fetchToken(): Promise<string | null>
  /** Opens a streaming route once; the caller reads its body. */
  open<R extends Route>(route: R, input?: CallInput<R>): Promise<OpenedStream>
  /** Calls a route that responds with a file. */
  download<R extends Route>(route: R, input?: CallInput<R>): Promise<Blob>
  /** Yields the events of a streaming route until it ends; reconnects after a lost connection. */
  stream<R extends Route>(route: R, input?: CallInput<R>): AsyncGenerator<CallAnswer<R>>
}

/** The answer's JSON. An answer that is not JSON came from something else than the server. */
function readAnswer(route: Route, { status, text }: Incoming): unknown {
  let body: unknown = text
  let isJson = text !== ''
  try {
    if (isJson) body = JSON.parse(text)
  } catch {
    isJson = false
  }
  if (status < 200 || status > 299) throw errorOf(status, body)
  if (isJson || text === '' || route.sendsFile) return body
  throw new RequestError('The answer is not JSON: check the address of the server', {
    code: 'ERR_BAD_RESPONSE',
    status,
  })
}

/** Creates a client. Calls reject with `ApiError`, or with {@link RequestError} without an answer. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, session, visitor, retries = DEFAULT_RETRIES } = options

  async function attempt(
    route: Route,
    { input, token }: { input: LooseInput; token: string | null },
  ) {
    const request = {
      method: route.method,
      url: urlOf(baseUrl, route, input),
      headers: headersOf(route, { input, token, visitor }),
      body: bodyOf(input),
      signal: input.signal,
      timeout: options.timeout,
      onSent: input.onSent,
    }
    const isRepeatable = route.method === 'GET' || route.isRead || input.idempotencyKey
    const answer = await sendWithRetries(() => send(request, options.fetch), {
      retries: isRepeatable ? (input.retries ?? retries) : 0,
      signal: input.signal,
    })
    return readAnswer(route, answer)
  }

  const { authorized, fetchToken, refreshSession } = createAuthorizer(options, async (stored) => {
    const { token, table, $projectId, $environment } = stored
    const input = { params: { table }, query: { $projectId, $environment } }
    return (await attempt(refreshUser, { input, token })) as AppToken
  })

  const fetching = (...args: Parameters<typeof fetch>) => (options.fetch ?? fetch)(...args)

  function call(route: Route, input: LooseInput = {}): Promise<unknown> {
    return authorized(route, (token) => attempt(route, { input, token }))
  }

  function download(route: Route, input: LooseInput = {}): Promise<Blob> {
    return authorized(route, async (token) => {
      const answer = await fetching(urlOf(baseUrl, route, input), {
        headers: headersOf(route, { input, token, visitor }),
        ...(input.signal ? { signal: input.signal } : {}),
      })
      if (answer.ok) return answer.blob()
      throw errorOf(answer.status, await answer.json().catch(() => undefined))
    })
  }

  function open(route: Route, input: LooseInput = {}): Promise<OpenedStream> {
    return authorized(route, async (token) => {
      const answer = await fetching(urlOf(baseUrl, route, input), {
        headers: headersOf(route, { input, token, visitor }),
        ...(input.signal ? { signal: input.signal } : {}),
      })
      if (answer.ok && answer.body) return { body: answer.body, token }
      throw errorOf(answer.status, await answer.json().catch(() => undefined))
    })
  }

  async function* stream(route: Route, input: LooseInput = {}): AsyncGenerator<unknown> {
    yield* followEvents({
      signal: input.signal,
      open: async (headers) => {
        const all = { ...input, headers: { ...input.headers, ...headers } }
        return (await open(route, all)).body
      },
    })
  }

  return {
    ...(session && { session }),
    ...{ baseUrl, retries },
    call: call as Client['call'],
    refreshSession,
    fetchToken,
    open: open as Client['open'],
    download: download as Client['download'],
    stream: stream as unknown as Client['stream'],
  }
}
