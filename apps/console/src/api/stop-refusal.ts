import { ApiError } from '@plinth/client'

/** The message of an error that a call was refused because its project is stopped; undefined for any other error. */
export function readStopRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isStopped = error.code === 'project_read_only' || error.code === 'project_suspended'
  return isStopped ? error.message : undefined
}
