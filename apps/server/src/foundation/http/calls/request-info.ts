import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import type { RequestInfo } from './call.ts'

/** The value of a header, or the first of several. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** Lazy view of a Fastify request: most calls read few of these values. */
export class LazyRequestInfo implements RequestInfo {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #disconnected: AbortSignal | undefined
  readonly ifMatch: number | undefined
  readonly trace: RequestInfo['trace']

  constructor(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { ifMatch, trace }: Pick<RequestInfo, 'ifMatch' | 'trace'>,
  ) {
    this.#request = request
    this.#reply = reply
    this.ifMatch = ifMatch
    this.trace = trace
  }

  get id(): string {
    return this.#request.id
  }

  get ip(): string {
    return this.#request.ip
  }

  get userAgent(): string {
    return this.headers['user-agent'] ?? ''
  }

  get lastEventId(): string | undefined {
    return single(this.headers['last-event-id'])
  }

  /** Fastify's own signal follows the request, which Node.js closes once its body was read. */
  get disconnected(): AbortSignal {
    if (this.#disconnected) return this.#disconnected
    const controller = new AbortController()
    const { raw } = this.#reply
    const abort = () => controller.abort(new ApiError('timeout', 'The caller disconnected.'))
    if (raw.destroyed) abort()
    else raw.once('close', abort)
    this.#disconnected = controller.signal
    return controller.signal
  }

  get prefersAsync(): boolean {
    return /\brespond-async\b/.test(single(this.headers.prefer) ?? '')
  }

  get host(): string {
    return this.#request.hostname
  }

  get headers(): FastifyRequest['headers'] {
    return this.#request.headers
  }

  get lines(): Readable | undefined {
    const { body } = this.#request
    return body instanceof Readable ? body : undefined
  }
}
