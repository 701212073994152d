import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { SsoProfile } from '../identity-provider/sso-profile.ts'
import { addNotice } from '../notices/add-notice.ts'
import { addIdentity } from './identity-store.ts'
import type { StaffProvider } from './staff-provider.ts'

interface Connected {
  staff: { id: string; organisationId: string; email: string }
  provider: Pick<StaffProvider, 'name'>
  profile: Pick<SsoProfile, 'issuer' | 'subject'>
  caller: Caller
  request: RequestInfo
}

/** Connects an account with a person of the provider. Throws 409 if either is connected already. */
export async function recordConnection(
  transaction: Transaction,
  { staff, provider, profile, caller, request, action }: Connected & { action: string },
): Promise<void> {
  const { issuer, subject } = profile
  const { id: staffId, organisationId, email } = staff
  if (!(await addIdentity(transaction, { issuer, subject, staffId }))) {
    throw new ApiError(
      'conflict',
      `This account is connected with another person of ${provider.name}. Ask an admin.`,
    )
  }
  await addAudit(transaction, {
    author: { organisationId, staffId, requestId: request.id, from: originOf(caller, request) },
    entry: { action, entity: 'staff', entityId: staffId, after: { email, issuer, subject } },
  })
}

/** Sends a mail to the owner of an account that existed before. */
export async function mailConnection(
  transaction: Transaction,
  { staff, provider, request }: Connected,
): Promise<void> {
  const about = provider.name
  await addNotice(transaction, { kind: 'identity-connected', to: staff, request, about })
}
