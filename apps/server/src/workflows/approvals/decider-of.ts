import type { Role } from '@plinth/contract'
import type { Staff } from '../../foundation/callers/session-store.ts'
import type { Decider } from './approval-list-store.ts'

/** A role includes those below it. */
const ROLES: Record<Role, readonly string[]> = {
  developer: ['role:developer'],
  owner: ['role:owner', 'role:developer'],
  admin: ['role:admin', 'role:owner', 'role:developer'],
}

/** A member with the rights of this moment. */
export function deciderOf(
  { id, email }: Pick<Staff, 'id' | 'email'>,
  { role }: { role: Role },
): Decider {
  return { id, email, approvers: [id, ...ROLES[role]] }
}
