import { ApiError } from '@plinth/client'
import type { AvailabilityState } from '@plinth/contract'

const STATES: Readonly<Record<string, readonly AvailabilityState[]>> = {
  project_read_only: ['read-only', 'suspended', 'archived'],
  project_suspended: ['suspended', 'archived'],
}

/** The states in which a project refuses a call like this; undefined if it was refused for another reason. */
export function statesOfRefusal(error: unknown): readonly AvailabilityState[] | undefined {
  return error instanceof ApiError ? STATES[error.code] : undefined
}

/** The message of an error that a call was refused because its project is stopped; undefined for any other error. */
export function readStopRefusal(error: unknown): string | undefined {
  return error instanceof ApiError && STATES[error.code] ? error.message : undefined
}
