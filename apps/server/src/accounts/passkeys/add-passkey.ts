import { addPasskey as endpoint, MAX_PASSKEYS } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { endOtherSessions, hasSession } from '../../foundation/callers/session-store.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import {
  ApiError,
  invalid,
  taken,
  unauthenticated,
} from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { giveRecoveryCodes } from '../two-factor/give-recovery-codes.ts'
import { lockSecondFactors, readTwoFactorState } from '../two-factor/two-factor-store.ts'
import { insertPasskey, type NewPasskey } from '../web-authn/passkey-store.ts'
import { verifyRegistration } from '../web-authn/verify-passkey.ts'

type AddCall = Call<typeof endpoint>

async function audit(
  transaction: Transaction,
  { staff, caller, request }: AddCall,
  entry: Parameters<typeof addAudit>[1]['entry'],
): Promise<void> {
  const from = originOf(caller, request)
  const { organisationId, id: staffId } = staff
  await addAudit(transaction, {
    author: { organisationId, staffId, requestId: request.id, from },
    entry,
  })
}

/** The first factor of an account turns two-factor authentication on, as a first code does. */
async function turnOn(
  transaction: Transaction,
  call: AddCall,
  tokenHash: Buffer,
): Promise<string[]> {
  const staffId = call.staff.id
  await endOtherSessions(transaction, { staffId, tokenHash })
  const action = 'turned two-factor authentication on'
  await audit(transaction, call, { action, entity: 'staff', entityId: staffId })
  return giveRecoveryCodes(transaction, staffId)
}

async function insert(transaction: Transaction, passkey: NewPasskey) {
  const stored = await insertPasskey(transaction, passkey)
  if (stored) return stored
  throw taken({ path: 'credential', message: 'This passkey is registered already.' })
}

/** Not a `mutate`: the answer may be a secret, which must not be stored for an Idempotency-Key. */
export const addPasskey = route(endpoint, async (call, context: AccountsContext) => {
  const { caller, staff, body, request } = call
  if (caller.kind !== 'staff') throw unauthenticated()
  const { id: staffId } = staff
  const { tokenHash: boundTo } = caller
  const use = { staffId, purpose: 'register' as const, boundTo }
  const verified = await verifyRegistration(context, { use, credential: body.credential })
  if (!verified) {
    const message = 'This passkey was not accepted. Start again, and answer within 5 minutes.'
    throw invalid([{ path: 'credential', message }])
  }
  const id = newId('psk')
  const added = await context.db.transaction(async (transaction) => {
    await lockSecondFactors(transaction, staffId)
    if (!(await hasSession(transaction, boundTo))) throw unauthenticated()
    const { enabled, passkeys } = await readTwoFactorState(transaction, staffId)
    if (passkeys >= MAX_PASSKEYS) {
      throw new ApiError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys.`)
    }
    const passkey = await insert(transaction, { ...verified, id, staffId, name: body.name })
    const after = { name: body.name }
    await audit(transaction, call, { action: 'added', entity: 'passkey', entityId: id, after })
    await addNotice(transaction, { kind: 'passkey-added', to: staff, request, about: body.name })
    const recoveryCodes = enabled ? [] : await turnOn(transaction, call, boundTo)
    return { passkey, recoveryCodes }
  })
  context.durable.wake()
  return added
})
