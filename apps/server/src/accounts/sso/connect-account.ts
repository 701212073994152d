import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { addStaff } from '../members/org-user-store.ts'
import { addNotice } from '../notices/add-notice.ts'
import { findStaffByEmail, type StaffRecord } from '../sign-in/staff-store.ts'
import { lockStaffForUpdate } from '../staff/staff-state-store.ts'
import { type FoundAccount, findSsoAccount } from './find-sso-account.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  addIdentity,
  findSsoOrganisation,
  lockIdentity,
  noteIdentityUse,
} from './identity-store.ts'
import type { SsoProfile } from './sso-profile.ts'

interface Connecting {
  provider: IdentityProvider
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
  const { provider, profile, found, caller, request } = connecting
  const { issuer, subject } = profile
  if (!(await addIdentity(transaction, { issuer, subject, staffId: staff.id }))) {
    throw new ApiError(
      'conflict',
      `This account is connected with another person of ${provider.name}. Ask an admin.`,
    )
  }
  const { id: staffId, organisationId, email } = staff
  await addAudit(transaction, {
    author: { organisationId, staffId, requestId: request.id, from: originOf(caller, request) },
    entry: {
      action: found ? 'connected an identity' : 'joined with single sign-on',
      entity: 'staff',
      entityId: staffId,
      after: { email, issuer, subject },
    },
  })
  if (found) {
    const about = provider.name
    await addNotice(transaction, { kind: 'identity-connected', to: staff, request, about })
  }
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
