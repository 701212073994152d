import type { Availability, AvailabilityState } from '@plinth/contract'
import { useCurrentProject } from './current-project.tsx'

/** Names of the states, as pills, banners and menus show them. */
export const AVAILABILITY_LABELS: Readonly<Record<AvailabilityState, string>> = {
  open: 'Open',
  'read-only': 'Read-only',
  suspended: 'Suspended',
  archived: 'Archived',
}

const REASONS: Readonly<Record<Exclude<AvailabilityState, 'open'>, string>> = {
  'read-only':
    'This project is read-only. An owner or an admin can open it under Settings, General.',
  suspended: 'This project is suspended. Only an admin can open it again.',
  archived: 'This project is archived. An owner or an admin can open it under Settings, General.',
}

/** Why nothing can be changed or started in a project; undefined while it is open. */
export function stopReason({ state }: Pick<Availability, 'state'>): string | undefined {
  return state === 'open' ? undefined : REASONS[state]
}

/** The same for the project of the surrounding project shell. */
export function useStopReason(): string | undefined {
  return stopReason(useCurrentProject().availability)
}
