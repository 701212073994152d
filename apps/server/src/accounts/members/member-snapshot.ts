import type { Member } from '@plinth/contract'

/** The audit snapshot of a member. */
export function memberSnapshot({ email, first_name, last_name, role }: Member) {
  return { email, first_name, last_name, role }
}
