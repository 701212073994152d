import type { Profile, User } from '@plinth/contract'
import type { Staff } from '../../foundation/callers/session-store.ts'

/** Staff as the wire spells them; the role in a project comes with the project. */
export function toUser(staff: Staff): User {
  return {
    id: staff.id,
    email: staff.email,
    first_name: staff.firstName,
    last_name: staff.lastName,
    role: staff.isAdmin ? 'admin' : 'developer',
  }
}

/** One's own, with the revision that a save is based on. */
export function toProfile(staff: Staff): Profile {
  return { ...toUser(staff), revision: staff.revision }
}
