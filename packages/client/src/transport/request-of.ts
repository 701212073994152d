import type { Visitor } from '../client-options.ts'
import type { Route } from '../protocol/route.ts'

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal
  /** A repeated write with the same key is not executed again. */
  idempotencyKey?: string
  /** Revision the write is based on, sent as If-Match. */
  ifMatch?: string | number
  headers?: Record<string, string>
  /** NDJSON body of a route with `takesLines`. */
  lines?: Blob
  /** Upload progress, from 0 to 1. */
  onSent?: (share: number) => void
  /** Overrides the client's number of retries. */
  retries?: number
}

export interface LooseInput extends CallOptions {
  params?: Record<string, string>
  query?: object
  body?: unknown
}

function pathOf({ path }: Route, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** URL of a call; query parameters without a value are left out. */
export function urlOf(baseUrl: string, route: Route, { params, query = {} }: LooseInput): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl.replace(/\/+$/, '')}${pathOf(route, params)}${search && `?${search}`}`
}

export function bodyOf({ lines, body }: LooseInput): string | Blob | undefined {
  return lines ?? (body === undefined ? undefined : JSON.stringify(body))
}

interface Sender {
  input: LooseInput
  token: string | null
  visitor: Visitor | undefined
}

export function headersOf(route: Route, { input, token, visitor }: Sender): Record<string, string> {
  const type = route.takesLines ? 'application/x-ndjson' : 'application/json'
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(visitor
      ? {
          'X-Plinth-Visitor-Address': visitor.address,
          'X-Plinth-Server-Key': visitor.serverKey,
        }
      : {}),
    ...(bodyOf(input) === undefined ? {} : { 'Content-Type': type }),
    ...(input.idempotencyKey ? { 'Idempotency-Key': input.idempotencyKey } : {}),
    ...(input.ifMatch === undefined ? {} : { 'If-Match': `"${input.ifMatch}"` }),
    ...input.headers,
  }
}
