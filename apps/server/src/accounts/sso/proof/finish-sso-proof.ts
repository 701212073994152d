import { finishSsoProof as endpoint } from '@plinth/contract'
import { addAudit } from '../../../foundation/audit/audit-store.ts'
import { recordProviderProof } from '../../../foundation/callers/session-store.ts'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import type { Call } from '../../../foundation/http/calls/call.ts'
import { originOf } from '../../../foundation/http/calls/origin-of.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, unauthenticated } from '../../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../../context.ts'
import { readProviderAnswer } from '../../identity-provider/ask-provider.ts'
import { findIdentityOf } from '../identity-store.ts'
import { claimSsoProof } from '../sso-store.ts'
import { callbackAddress, requireProvider } from '../staff-provider.ts'
import { refuseAnotherPerson } from './refuse-another-person.ts'

type ProofCall = Call<typeof endpoint>

/** A refused proof does not end the session, which the status 401 would mean to the console. */
export const toForbidden = (error: unknown) =>
  error instanceof ApiError && error.code === 'unauthenticated'
    ? new ApiError('forbidden', error.message)
    : error

/** Locks nothing: the identity is read again in the transaction that records the proof. */
async function record(
  { caller, staff, request }: ProofCall,
  { db }: AccountsContext,
  shown: { issuer: string; subject: string },
): Promise<void> {
  if (caller.kind !== 'staff') throw unauthenticated()
  await db.transaction(async (transaction) => {
    const { issuer, subject } = shown
    const own = await findIdentityOf(transaction, { staffId: staff.id, issuer })
    refuseAnotherPerson(own, shown)
    await recordProviderProof(transaction, caller.tokenHash)
    await addAudit(transaction, {
      author: {
        organisationId: staff.organisationId,
        staffId: staff.id,
        requestId: request.id,
        from: originOf(caller, request),
      },
      entry: {
        action: 'reauthenticated',
        entity: 'staff',
        entityId: staff.id,
        after: { issuer, subject },
      },
    })
  })
}

/** Not a `mutate`: an answer of the provider counts once. */
export const finishSsoProof = route(endpoint, async (call, context: AccountsContext) => {
  const { staff, body } = call
  const provider = await requireProvider(context)
  const { handle, query } = body
  const started = await claimSsoProof(context.db, {
    handleHash: hashToken(handle),
    issuer: provider.issuer,
    sessionId: staff.sessionId ?? '',
  })
  if (!started) {
    throw new ApiError(
      'forbidden',
      'This was not started in this session, has ended or took too long. Start again.',
    )
  }
  const callback = callbackAddress(context)
  const answer = { provider, handle, callback, query, since: started.createdAt }
  const profile = await readProviderAnswer(answer, context.log).catch((error: unknown) => {
    throw toForbidden(error)
  })
  await record(call, context, profile)
  return { redirect: started.redirect }
})
