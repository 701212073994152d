import type { SsoProfile } from '../../../apps/server/src/accounts/identity-provider/sso-profile.ts'
import { findStaffByEmail } from '../../../apps/server/src/accounts/sign-in/staff-store.ts'
import type { FoundAccount } from '../../../apps/server/src/accounts/sso/find-sso-account.ts'
import type { Queryable } from '../../../apps/server/src/foundation/platform/database.ts'

export type { FoundAccount }

/** Gives the account with the same address to everybody, and a new one to everybody else. */
export async function findSsoAccount(
  on: Queryable,
  { profile }: { profile: SsoProfile },
): Promise<FoundAccount | undefined> {
  const staff = await findStaffByEmail(on, profile.verifiedEmail ?? '')
  return staff && { staff, isConnected: true }
}
