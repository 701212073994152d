import type { Role } from '@plinth/contract'
import type { ProjectAccess } from '../../foundation/callers/access-store.ts'
import type { Staff } from '../../foundation/callers/session-store.ts'
import type { Decider } from './approval-list-store.ts'

/** A role includes those below it. The person's own entries come first: `all` counts them before the role's. */
const ROLES: Record<Role, readonly string[]> = {
  developer: ['role:developer'],
  owner: ['role:owner', 'role:developer'],
  admin: ['role:admin', 'role:owner', 'role:developer'],
}

/** A member with the rights of this moment. */
export function deciderOf(
  { id, email }: Pick<Staff, 'id' | 'email'>,
  { role }: Pick<ProjectAccess, 'role'>,
): Decider & { email: string } {
  return { id, email, approvers: [id, email.trim().toLowerCase(), ...ROLES[role]] }
}
