import { finishSsoProof as endpoint } from '@plinth/contract'
import { addAudit } from '../../../foundation/audit/audit-store.ts'
import { recordProviderProof } from '../../../foundation/callers/session-store.ts'
import type { Call } from '../../../foundation/http/calls/call.ts'
import { originOf } from '../../../foundation/http/calls/origin-of.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../../context.ts'
import { findIdentityOf } from '../identity-store.ts'
import { readAnswerInSession } from '../read-answer-in-session.ts'
import { claimSsoProof } from '../sso-store.ts'
import { refuseAnotherPerson } from './refuse-another-person.ts'

type ProofCall = Call<typeof endpoint>

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
  const { profile, redirect } = await readAnswerInSession(context, {
    ...{ sessionId: staff.sessionId, body, claim: claimSsoProof },
    startAgain: 'Start again.',
  })
  await record(call, context, profile)
  return { redirect }
})
