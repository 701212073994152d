import type { AvailabilityState, Endpoint, ProjectUse } from '@plinth/contract'
import { ApiError, projectNotFound } from '../errors/api-error.ts'

/** The state of a project that is not open; a deleted one answers like one that does not exist. */
export type StoppedState = Exclude<AvailabilityState, 'open'> | 'deleted'

const REFUSALS: Readonly<Record<StoppedState, () => ApiError>> = {
  'read-only': () =>
    new ApiError(
      'project_read_only',
      'This project is read-only. An owner or an admin can open it under Settings, General.',
    ),
  suspended: () =>
    new ApiError(
      'project_suspended',
      'This project is suspended. Only an admin can open it again.',
    ),
  archived: () =>
    new ApiError(
      'project_suspended',
      'This project is archived. An owner or an admin can open it under Settings, General.',
    ),
  deleted: projectNotFound,
}

/** Throws 403 if a project does not allow this use in its state, and 404 if it is deleted. */
export function allowUse(state: 'open' | StoppedState, use: ProjectUse): void {
  if (state === 'open' || (use === 'manage' && state !== 'deleted')) return
  if (state === 'read-only' && use === 'read') return
  throw REFUSALS[state]()
}

/** What an endpoint does in a project; staff may always look at what is not data of an app. */
export const useOf = ({ use }: Pick<Endpoint, 'use'>): ProjectUse => use ?? 'manage'
