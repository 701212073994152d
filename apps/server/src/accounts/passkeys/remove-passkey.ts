import { removePasskey as endpoint } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import {
  dropTwoFactor,
  lockSecondFactors,
  readTwoFactorState,
} from '../two-factor/two-factor-store.ts'
import { dropPasskey } from '../web-authn/passkey-store.ts'

type RemoveCall = Call<typeof endpoint>

/** Without a second factor the recovery codes end too. */
async function turnOff(
  transaction: Transaction,
  { staff, caller, request }: RemoveCall,
): Promise<void> {
  const { organisationId, id: staffId } = staff
  await dropTwoFactor(transaction, staffId)
  await addNotice(transaction, { kind: 'two-factor-off', to: staff, request })
  const action = 'turned two-factor authentication off'
  const from = originOf(caller, request)
  await addAudit(transaction, {
    author: { organisationId, staffId, requestId: request.id, from },
    entry: { action, entity: 'staff', entityId: staffId },
  })
}

/** Throws 404 for a passkey of another account, and 403 for the last factor if the organisation requires one. */
export const removePasskey = route(endpoint, async (call, context: AccountsContext) => {
  const { params, staff, body, request, mutate } = call
  const { passkeyId: id } = params
  const { id: staffId } = staff
  await checkOwnPassword(context, { staff, ip: request.ip, password: body.currentPassword })
  const done = await mutate(async (transaction) => {
    await lockSecondFactors(transaction, staffId)
    const name = await dropPasskey(transaction, { staffId, id })
    if (name === undefined) throw notFound()
    const { enabled, required } = await readTwoFactorState(transaction, staffId)
    if (!enabled && required) {
      throw new ApiError(
        'forbidden',
        'Your organisation requires two-factor authentication. Add another passkey or an authenticator app first.',
      )
    }
    await addNotice(transaction, { kind: 'passkey-removed', to: staff, request, about: name })
    if (!enabled) await turnOff(transaction, call)
    return {
      answer: {},
      audit: { action: 'removed', entity: 'passkey', entityId: id, before: { name } },
    }
  })
  context.durable.wake()
  return done
})
