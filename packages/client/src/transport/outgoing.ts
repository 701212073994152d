import { RequestError } from '../api-error.ts'

/** A request as the browser or Node sends it. */
export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Blob | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds; 0 for none. */
  timeout?: number | undefined
  /** Upload progress, from 0 to 1. Outside browsers it is only called at the end. */
  onSent?: ((share: number) => void) | undefined
}

export interface Incoming {
  status: number
  text: string
  /** Seconds of the `Retry-After` header; undefined without one. */
  retryAfter: number | undefined
}

export const canceled = (signal: AbortSignal) =>
  new RequestError('canceled', { code: 'ERR_CANCELED', cause: signal.reason })

export const timedOut = (ms: number) =>
  new RequestError(`timeout of ${ms}ms exceeded`, { code: 'ECONNABORTED' })

export function secondsOf(header: string | null): number | undefined {
  const seconds = header === null || header === '' ? Number.NaN : Number(header)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** Throws for a scheme other than http and https. A relative URL is the page's own. */
export function checkScheme(url: string): void {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]
  if (scheme === undefined || /^https?$/i.test(scheme)) return
  throw new RequestError(`Unsupported protocol ${scheme}:`, { code: 'ERR_BAD_REQUEST' })
}
