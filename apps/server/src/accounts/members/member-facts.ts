import type { Member } from '@plinth/contract'

/** What the audit trail keeps of a member. */
export function memberFacts({ email, first_name, last_name, role }: Member) {
  return { email, first_name, last_name, role }
}
