import { disconnectStaffIdentity as endpoint } from '@plinth/contract'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { lockStaffForUpdate } from '../staff/staff-state-store.ts'
import { dropIdentitiesOf } from './identity-store.ts'

interface Disconnected {
  person: { id: string; email: string }
  request: RequestInfo
}

/** Throws 409 if the account is not connected. Its owner gets a mail. */
export async function disconnectAccount(
  transaction: Transaction,
  { person, request }: Disconnected,
) {
  if (!(await dropIdentitiesOf(transaction, { staffId: person.id }))) {
    throw new ApiError('conflict', 'This account is not connected with an identity provider.')
  }
  await addNotice(transaction, { kind: 'identity-disconnected', to: person, request })
  const audit = { action: 'disconnected an identity', entity: 'staff', entityId: person.id }
  return { answer: {}, audit }
}

export const disconnectStaffIdentity = route(
  endpoint,
  async ({ staff, params, request, mutate }, { durable }: AccountsContext) => {
    const done = await mutate(async (transaction) => {
      const { staffId } = params
      const { organisationId } = staff
      const person = await lockStaffForUpdate(transaction, { organisationId, staffId })
      if (!person) throw notFound()
      return disconnectAccount(transaction, { person, request })
    })
    durable.wake()
    return done
  },
)
