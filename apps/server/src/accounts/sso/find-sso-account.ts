import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { SsoProfile } from '../identity-provider/sso-profile.ts'
import { findStaffByEmail, type StaffRecord } from '../sign-in/staff-store.ts'
import { findEmailOfIdentity } from './identity-store.ts'
import type { StaffProvider } from './staff-provider.ts'

export interface FoundAccount {
  staff: StaffRecord
  /** False for an account that only has the same address. */
  isConnected: boolean
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/**
 * The account of a person of the provider; undefined if one may be created. Throws 403 if the provider has not checked
 * the address, or if it is not of a domain whose people get accounts.
 */
export async function findSsoAccount(
  on: Queryable,
  { provider, profile }: { provider: StaffProvider; profile: SsoProfile },
): Promise<FoundAccount | undefined> {
  const connected = await findEmailOfIdentity(on, profile)
  const { verifiedEmail } = profile
  const email = connected ?? verifiedEmail
  if (email === null) {
    throw new ApiError(
      'forbidden',
      `${provider.name} does not confirm your email address, so it cannot be used to find your account. Sign in with your password and connect it in your profile, or ask an admin.`,
    )
  }
  const staff = await findStaffByEmail(on, email)
  if (staff) return { staff, isConnected: connected !== undefined }
  if (profile.isOfDomain && provider.domains.has(domainOf(email))) return undefined
  throw new ApiError(
    'forbidden',
    `There is no account for ${email}. Ask an admin to invite you, then sign in again.`,
  )
}
