import type { AvailabilityState, Endpoint, ProjectUse } from '@plinth/contract'
import { ApiError } from '../errors/api-error.ts'

const REFUSALS: Readonly<Record<Exclude<AvailabilityState, 'open'>, () => ApiError>> = {
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
}

/** Throws 403 if a project does not allow this use in its state. */
export function allowUse(state: AvailabilityState, use: ProjectUse): void {
  if (state === 'open' || use === 'manage' || (state === 'read-only' && use === 'read')) return
  throw REFUSALS[state]()
}

/** What an endpoint does in a project; staff may always look at what is not data of an app. */
export const useOf = ({ use }: Pick<Endpoint, 'use'>): ProjectUse => use ?? 'manage'
