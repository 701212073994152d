import type { Profile, User } from '@plinth/contract'
import type { Staff } from '../../foundation/callers/session-store.ts'

/** Staff as the API returns them; the role in a project is returned with the project. */
export function toUser(staff: Staff): User {
  return {
    id: staff.id,
    email: staff.email,
    first_name: staff.firstName,
    last_name: staff.lastName,
    role: staff.isAdmin ? 'admin' : 'developer',
  }
}

/** The caller's own account, with its revision. */
export function toProfile(staff: Staff): Profile {
  return { ...toUser(staff), revision: staff.revision }
}
