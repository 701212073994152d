import type { Endpoint, ErrorEnvelope } from '@plinth/contract'
import axios, { type GenericAbortSignal, isAxiosError } from 'axios'
import type * as z from 'zod'
import { ApiError } from './api-error.ts'
import { followEvents, throwApiError } from './follow-events.ts'
import { log } from './log.ts'

/** How a client reaches its server and who it speaks for. */
export interface ClientOptions {
  baseUrl: string
  token: () => string | null
  /** Called when the server no longer knows the token. */
  onUnauthenticated?: () => void
  /** Is told of a call without a token; the browser's console unless given. */
  warn?: (message: string) => void
  /** After how many milliseconds a call is given up; never unless given. */
  timeout?: number
}

type Part<Key extends string, Shape extends z.ZodType> = [z.input<Shape>] extends [undefined]
  ? Record<never, never>
  : undefined extends z.input<Shape>
    ? { [K in Key]?: z.input<Shape> }
    : Record<never, never> extends z.input<Shape>
      ? { [K in Key]?: z.input<Shape> }
      : { [K in Key]: z.input<Shape> }

/** What a call of an endpoint needs beside the endpoint itself. */
export type CallInput<E extends Endpoint> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B> & CallOptions
    : never

export interface CallOptions {
  signal?: GenericAbortSignal
  idempotencyKey?: string
  /** The revision a write is based on. */
  ifMatch?: string | number
  headers?: Record<string, string>
  /** The body of an endpoint that takes lines of JSON. */
  lines?: Blob
  /** Told how much of the body has been sent, from 0 to 1. */
  onSent?: (share: number) => void
}

export type CallAnswer<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

export interface Client {
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallAnswer<E>>
  /** Calls an endpoint that answers with a file. */
  download<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Blob>
  /** Follows an endpoint that streams until it ends, over lost connections too. */
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

/** The address of a call with its parameters in place. */
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

/** A client that calls endpoints of the contract; failures reject with {@link ApiError} or axios' own texts. */
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
      if (error.response.status === 401 && endpoint.access !== 'public')
        options.onUnauthenticated?.()
      throw new ApiError(error.response.status, error.response.data)
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
