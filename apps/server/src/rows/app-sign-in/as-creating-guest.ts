import { RowQuery } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
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
