import { ApiError } from '@plinth/client'

/** The details of a `stale` error; undefined for any other error. */
export function readStale<Details>(error: unknown): Details | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  return error.details as Details
}
