import { sql } from '../platform/sql.ts'

/** A condition on the row of `staff`: a confirmed authenticator app or a passkey. */
export const HAS_SECOND_FACTOR = sql`(
  exists (select from two_factor where two_factor.staff_id = staff.id and confirmed_at is not null)
  or exists (select from staff_passkey where staff_passkey.staff_id = staff.id))`
