import type { Endpoint, ErrorEnvelope } from '@plinth/contract'
import axios, { type GenericAbortSignal, isAxiosError } from 'axios'
import type * as z from 'zod'
import { ApiError } from './api-error.ts'
import { followEvents, throwApiError } from './follow-events.ts'
import { log } from './log.ts'

/** Server address and credentials of a client. */
export interface ClientOptions {
  baseUrl: string
  token: () => string | null
  /** Called when the server rejects the token. */
  onUnauthenticated?: () => void
  /** Called with the error response of a call, before the call rejects with it. */
  onError?: (error: ApiError) => void
  /** Called when a request is sent without a token; defaults to the browser console. */
  warn?: (message: string) => void
  /** Request timeout in milliseconds; no timeout by default. */
  timeout?: number
}

type Part<Key extends string, Shape extends z.ZodType> = [z.input<Shape>] extends [undefined]
  ? Record<never, never>
  : undefined extends z.input<Shape>
    ? { [K in Key]?: z.input<Shape> }
    : Record<never, never> extends z.input<Shape>
      ? { [K in Key]?: z.input<Shape> }
      : { [K in Key]: z.input<Shape> }

/** Input of a call besides the endpoint. */
export type CallInput<E extends Endpoint> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B> & CallOptions
    : never

export interface CallOptions {
  signal?: GenericAbortSignal
  idempotencyKey?: string
  /** Revision the write is based on, sent as If-Match. */
  ifMatch?: string | number
  headers?: Record<string, string>
  /** NDJSON body of an endpoint with `takesLines`. */
  lines?: Blob
  /** Upload progress, from 0 to 1. */
  onSent?: (share: number) => void
}

export type CallAnswer<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

export interface Client {
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallAnswer<E>>
  /** Calls an endpoint that responds with a file. */
  download<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Blob>
  /** Yields the events of a streaming endpoint until it ends; reconnects after a lost connection. */
  stream<E extends Endpoint>(endpoint: E, input?: CallInput<E>): AsyncGenerator<CallAnswer<E>>
}

interface LooseInput extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

function isEnvelope(data: unknown): data is ErrorEnvelope {
  return typeof data === 'object' && data !== null && 'error' in data
}

/** Path of a call with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}

function typeOf({ takesLines }: Endpoint): string {
  return takesLines ? 'application/x-ndjson' : 'application/json'
}

function headersOf(
  endpoint: Endpoint,
  { input, token }: { input: LooseInput; token: string | null },
): Record<string, string> {
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(endpoint.method === 'GET' ? {} : { 'Content-Type': typeOf(endpoint) }),
    ...(input.idempotencyKey ? { 'Idempotency-Key': input.idempotencyKey } : {}),
    ...(input.ifMatch === undefined ? {} : { 'If-Match': `"${input.ifMatch}"` }),
    ...input.headers,
  }
}

/** Creates a client for the contract's endpoints. Calls reject with {@link ApiError}, or with axios' own error. */
export function createClient(options: ClientOptions): Client {
  const http = axios.create({
    baseURL: options.baseUrl,
    maxBodyLength: Number.POSITIVE_INFINITY,
    timeout: options.timeout ?? 0,
  })
  const warn = options.warn ?? log.warn

  async function call(endpoint: Endpoint, input: LooseInput = {}): Promise<unknown> {
    const token = options.token()
    if (token === null && endpoint.access !== 'public') {
      warn('No token found: the request is sent without authorization')
    }
    try {
      const answer = await http.request({
        method: endpoint.method,
        url: pathOf(endpoint, input.params),
        params: input.query ?? {},
        data: input.lines ?? input.body,
        headers: headersOf(endpoint, { input, token }),
        onUploadProgress: ({ progress }) => input.onSent?.(progress ?? 0),
        ...(input.signal ? { signal: input.signal } : {}),
      })
      return answer.data
    } catch (error) {
      if (!isAxiosError(error) || !isEnvelope(error.response?.data)) throw error
      const refused = new ApiError(error.response.status, error.response.data)
      if (refused.status === 401 && endpoint.access !== 'public') options.onUnauthenticated?.()
      options.onError?.(refused)
      throw refused
    }
  }

  const addressOf = (endpoint: Endpoint, input: LooseInput) => {
    const query = new URLSearchParams(input.query as Record<string, string> | undefined).toString()
    const path = pathOf(endpoint, input.params)
    return `${options.baseUrl}${path}${query === '' ? '' : `?${query}`}`
  }

  async function download(endpoint: Endpoint, input: LooseInput = {}): Promise<Blob> {
    const answer = await fetch(addressOf(endpoint, input), {
      headers: headersOf(endpoint, { input, token: options.token() }),
      ...(input.signal ? { signal: input.signal as AbortSignal } : {}),
    })
    if (answer.status === 401) options.onUnauthenticated?.()
    return answer.ok ? answer.blob() : throwApiError(answer)
  }

  async function* stream(endpoint: Endpoint, input: LooseInput = {}): AsyncGenerator<unknown> {
    try {
      yield* followEvents({
        url: addressOf(endpoint, input),
        headers: () => headersOf(endpoint, { input, token: options.token() }),
        signal: input.signal as AbortSignal | undefined,
      })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) options.onUnauthenticated?.()
      throw error
    }
  }

  return {
    call: call as Client['call'],
    download: download as Client['download'],
    stream: stream as Client['stream'],
  }
}
