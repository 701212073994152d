import type { EnvironmentName } from '@plinth/contract'

/** The fields that a page was filtered and sorted by: comma-separated field ids, never values. */
export interface RequestedFields {
  /** Fields with an equality filter. */
  equal: string
  /** Fields with a range filter. */
  ranged: string
  /** The order, with `-` before descending fields; empty for the default order. */
  sorted: string
  /** Whether all matching rows were scanned: for a total, or because the page was not filled. */
  toEnd: boolean
}

/** The `RateLimit-*` headers of an answer. */
interface RateLimitState {
  readonly limit: string
  readonly policy: string
  readonly remaining: string
  /** Seconds until the limit is unused again. */
  readonly reset: string
}

/** Collects data for the request log while a request is handled; the log reads it after the answer is sent. */
export interface RequestTrace {
  /** The environment of the request, once the caller is authorized for it. */
  key: { readonly projectId: string; readonly environment: EnvironmentName } | undefined
  environment: { readonly id: string } | undefined
  table: { readonly name: string } | undefined
  /** How many rows were returned or changed; by default 1 for calls on a single row. */
  rows: number | undefined
  /** Computes the requested fields; called only if the log needs them. */
  asked: (() => RequestedFields) | undefined
  /** Set for a raw query, which changes nothing although it is a POST. */
  isQuery?: boolean | undefined
  /** Set for a stream, which is logged when it opens: it may last for hours. */
  isStream?: boolean | undefined
  /** Set if the request was counted. */
  rateLimit?: RateLimitState | undefined
}

export function newTrace(): RequestTrace {
  return {
    key: undefined,
    environment: undefined,
    table: undefined,
    rows: undefined,
    asked: undefined,
    isQuery: undefined,
    isStream: undefined,
    rateLimit: undefined,
  }
}
