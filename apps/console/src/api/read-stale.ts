import { ApiError } from '@plinth/client'

/** What a save that somebody else was faster with is answered with; nothing of any other failure. */
export function readStale<Details>(error: unknown): Details | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  return error.details as Details
}
