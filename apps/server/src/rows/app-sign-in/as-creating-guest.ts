import { RowQuery } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { normaliseEmail } from '../app-users/account.ts'
import { choosePolicy } from '../request/access-policy.ts'
import type { RowRequest } from '../request/row-request.ts'

/** The request as a guest who creates a row would make it; throws 403 if no guest may. */
export async function asCreatingGuest(
  rowRequest: RowRequest,
  { request, body }: { request: RequestInfo; body: Data },
): Promise<RowRequest> {
  const query = RowQuery.parse({})
  const call = { caller: { kind: 'guest' }, request, query, body } as const
  const policy = await choosePolicy({ call, operation: 'create' }, rowRequest)
  policy.refuseLocked(rowRequest.table, 'create')
  return { ...rowRequest, query, policy }
}

/** Whether the create rule may allow a guest an account with this address; a condition on rows is not evaluated. */
export async function mayGuestCreate(
  rowRequest: RowRequest,
  { request, body: { email } }: { request: RequestInfo; body: { email: string } },
): Promise<boolean> {
  const body = { email: normaliseEmail(email), password: '' }
  try {
    const guest = await asCreatingGuest(rowRequest, { request, body })
    return guest.policy.rule(rowRequest.table, 'create', { body }) !== false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return false
    throw error
  }
}
