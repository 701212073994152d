import { disconnectStaffIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { lockStaffForUpdate } from '../staff/staff-state-store.ts'
import { dropIdentitiesOf } from './identity-store.ts'

/** Throws 409 if the account is not connected. */
export async function disconnectAccount(transaction: Transaction, staffId: string) {
  if (!(await dropIdentitiesOf(transaction, { staffId }))) {
    throw new ApiError('conflict', 'This account is not connected with an identity provider.')
  }
  const audit = { action: 'disconnected an identity', entity: 'staff', entityId: staffId }
  return { answer: {}, audit }
}

export const disconnectStaffIdentity = route(endpoint, ({ staff, params, mutate }) =>
  mutate(async (transaction) => {
    const { staffId } = params
    const { organisationId } = staff
    if (!(await lockStaffForUpdate(transaction, { organisationId, staffId }))) throw notFound()
    return disconnectAccount(transaction, staffId)
  }),
)
