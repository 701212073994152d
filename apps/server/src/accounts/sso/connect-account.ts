import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { SsoProfile } from '../identity-provider/sso-profile.ts'
import { addStaff } from '../members/org-user-store.ts'
import { findStaffByEmail, type StaffRecord } from '../sign-in/staff-store.ts'
import { lockStaffForUpdate } from '../staff/staff-state-store.ts'
import { type FoundAccount, findSsoAccount } from './find-sso-account.ts'
import { findSsoOrganisation, lockIdentity, noteIdentityUse } from './identity-store.ts'
import { mailConnection, recordConnection } from './record-connection.ts'
import type { StaffProvider } from './staff-provider.ts'

interface Connecting {
  provider: StaffProvider
  profile: SsoProfile
  found: FoundAccount | undefined
  /** Of an account that is created. Nobody knows the password; its owner can choose one with a mailed link. */
  passwordHash: string
  caller: Caller
  request: RequestInfo
}

const startAgain = () =>
  new ApiError('conflict', 'The account was changed meanwhile. Start again from the sign-in page.')

async function createAccount(
  transaction: Transaction,
  { profile, passwordHash }: Connecting,
): Promise<StaffRecord> {
  const organisationId = await findSsoOrganisation(transaction)
  const { verifiedEmail: email, firstName, lastName } = profile
  if (organisationId === undefined || email === null) throw startAgain()
  const added = { id: newId('stf'), organisationId, email, firstName, lastName, passwordHash }
  if (!(await addStaff(transaction, { ...added, hasPassword: false }))) throw startAgain()
  const staff = await findStaffByEmail(transaction, email)
  if (!staff) throw startAgain()
  return staff
}

async function connect(
  transaction: Transaction,
  { staff, ...connecting }: Connecting & { staff: StaffRecord },
): Promise<void> {
  const { found } = connecting
  const action = found ? 'connected an identity' : 'joined with single sign-on'
  await recordConnection(transaction, { ...connecting, staff, action })
  if (found) await mailConnection(transaction, { ...connecting, staff })
}

/** Whether what the person proved before this transaction still holds, such as a password. */
function isStillProved(found: FoundAccount, { staff, isConnected }: FoundAccount): boolean {
  return (
    staff.id === found.staff.id &&
    staff.passwordHash === found.staff.passwordHash &&
    staff.hasTwoFactor === found.staff.hasTwoFactor &&
    !staff.disabled &&
    !staff.pending &&
    (isConnected || !found.isConnected)
  )
}

/** Returns the account of a proved sign-in; creates it or connects it with the person of the provider if needed. */
export async function connectAccount(
  transaction: Transaction,
  connecting: Connecting,
): Promise<StaffRecord> {
  await lockIdentity(transaction, connecting.profile)
  const { found } = connecting
  if (found) {
    const { id: staffId, organisationId } = found.staff
    await lockStaffForUpdate(transaction, { organisationId, staffId })
  }
  // Another first sign-in of the same person may have ended meanwhile.
  const current = await findSsoAccount(transaction, connecting)
  if (found && !(current && isStillProved(found, current))) throw startAgain()
  if (!found && current && !current.isConnected) throw startAgain()
  if (current?.isConnected) {
    await noteIdentityUse(transaction, connecting.profile)
    return current.staff
  }
  const staff = current?.staff ?? (await createAccount(transaction, connecting))
  await connect(transaction, { ...connecting, staff })
  return staff
}
