import { finishSsoConnection as endpoint } from '@plinth/contract'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../../context.ts'
import { readProviderAnswer } from '../../identity-provider/ask-provider.ts'
import { lockStaffForUpdate } from '../../staff/staff-state-store.ts'
import { findEmailOfIdentity, lockIdentity } from '../identity-store.ts'
import { toForbidden } from '../proof/finish-sso-proof.ts'
import { mailConnection, recordConnection } from '../record-connection.ts'
import { claimSsoConnection } from '../sso-store.ts'
import { callbackAddress, requireProvider } from '../staff-provider.ts'

/**
 * Connects the account of the open session, whatever address the person has at the provider. Not a `mutate`: an answer
 * of the provider counts once.
 */
export const finishSsoConnection = route(
  endpoint,
  async ({ staff, body, caller, request }, context: AccountsContext) => {
    const provider = await requireProvider(context)
    const { handle, query } = body
    const started = await claimSsoConnection(context.db, {
      handleHash: hashToken(handle),
      issuer: provider.issuer,
      sessionId: staff.sessionId ?? '',
    })
    if (!started) {
      throw new ApiError(
        'forbidden',
        'This was not started in this session, has ended or took too long. Start again from your profile.',
      )
    }
    const answer = { provider, handle, callback: callbackAddress(context), query }
    const profile = await readProviderAnswer(answer, context.log).catch((error: unknown) => {
      throw toForbidden(error)
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
    return { redirect: started.redirect }
  },
)
