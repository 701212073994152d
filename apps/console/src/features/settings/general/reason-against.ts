import type { AvailabilityState, Role } from '@plinth/contract'
import { generalStrings as strings } from './strings.ts'

/** Why a user with this role cannot change the project to a state; undefined if they can. */
export function reasonAgainst(
  next: AvailabilityState,
  { state, role }: { state: AvailabilityState; role: Role },
): string | undefined {
  if (next === state) return strings.current
  if (role === 'developer') return strings.ownersOnly
  if (role !== 'admin' && state === 'suspended') return strings.liftOnly
  if (state === 'suspended' && next === 'archived') return strings.liftFirst
  if (role === 'admin') return undefined
  return next === 'suspended' ? strings.adminsOnly : undefined
}
