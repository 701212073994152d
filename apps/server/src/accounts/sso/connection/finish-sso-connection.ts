import { finishSsoConnection as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../../context.ts'
import { lockStaffForUpdate } from '../../staff/staff-state-store.ts'
import { findEmailOfIdentity, lockIdentity } from '../identity-store.ts'
import { readAnswerInSession } from '../read-answer-in-session.ts'
import { mailConnection, recordConnection } from '../record-connection.ts'
import { claimSsoConnection } from '../sso-store.ts'

/**
 * Connects the account of the open session, whatever address the person has at the provider. Not a `mutate`: an answer
 * of the provider counts once.
 */
export const finishSsoConnection = route(
  endpoint,
  async ({ staff, body, caller, request }, context: AccountsContext) => {
    const { provider, profile, redirect } = await readAnswerInSession(context, {
      ...{ sessionId: staff.sessionId, body, claim: claimSsoConnection },
      startAgain: 'Start again from your profile.',
    })
    await context.db.transaction(async (transaction) => {
      await lockIdentity(transaction, profile)
      const { id: staffId, organisationId } = staff
      await lockStaffForUpdate(transaction, { organisationId, staffId })
      if ((await findEmailOfIdentity(transaction, profile)) !== undefined) {
        throw new ApiError(
          'conflict',
          `You are connected with another account as this person of ${provider.name}. Disconnect that one first.`,
        )
      }
      const connected = { staff, provider, profile, caller, request }
      await recordConnection(transaction, { ...connected, action: 'connected an identity' })
      await mailConnection(transaction, connected)
    })
    context.durable.wake()
    return { redirect }
  },
)
