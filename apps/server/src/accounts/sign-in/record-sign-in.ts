import { addAudit } from '../../foundation/audit/audit-store.ts'
import { addSession, type SessionIdentity } from '../../foundation/callers/session-store.ts'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf, readAgent } from '../../foundation/http/calls/origin-of.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { addNotice } from '../notices/add-notice.ts'
import { noteDevice } from './note-device.ts'
import { noteSignIn, replaceTemporaryPassword, type StaffRecord } from './staff-store.ts'

interface SignedIn {
  staff: StaffRecord
  caller: Caller
  request: RequestInfo
  tokenHash: Buffer
  /** Replaces a temporary password. */
  passwordHash?: string | undefined
  /** Set if an identity provider signed the person in. */
  identity?: SessionIdentity
  isProved: boolean
}

/** Opens a session, with its audit entries and notices. */
export async function recordSignIn(
  transaction: Transaction,
  { staff, caller, request, tokenHash, passwordHash, identity, isProved }: SignedIn,
): Promise<void> {
  const { id: staffId, organisationId } = staff
  const sessionId = await addSession(transaction, {
    tokenHash,
    staffId,
    userAgent: readAgent(request),
    ipPrefix: addressPrefix(request.ip),
    identity,
    isProved,
  })
  const from = { ...originOf(caller, request), sessionId }
  const audit = (action: string) =>
    addAudit(transaction, {
      author: { organisationId, staffId, requestId: request.id, from },
      entry: { action, entity: 'staff', entityId: staffId },
    })
  if (passwordHash !== undefined) {
    const change = { staffId, temporaryHash: staff.passwordHash, passwordHash }
    if (!(await replaceTemporaryPassword(transaction, change))) {
      throw new ApiError('conflict', 'Your password was changed meanwhile. Sign in again.')
    }
    await addNotice(transaction, { kind: 'password-changed', to: staff, request })
    await audit('chose a new password')
  }
  await noteSignIn(transaction, staffId)
  await noteDevice(transaction, { staff, request })
  await audit(identity ? 'signed in with single sign-on' : 'signed in')
}
