import { logoutSso as endpoint } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { addLogoutToken, endLoggedOut, type Logout, lockLogout } from '../sso/logout-store.ts'
import { findProvider } from '../sso/staff-provider.ts'
import { readLogoutToken } from './read-logout-token.ts'

const refuse = () => new ApiError('bad_request', 'The logout token is not valid. The log says why.')

async function readToken(context: AccountsContext, token: string | undefined): Promise<Logout> {
  const provider = await findProvider(context)
  try {
    if (!provider) throw new Error('single sign-on is not set up')
    if (token === undefined) throw new Error('there is no logout_token')
    return await readLogoutToken(provider, token)
  } catch (error) {
    context.log.warn({ reason: (error as Error).message }, 'sso: logout token refused')
    throw refuse()
  }
}

/** Not a `mutate`: a token counts once, and has an id of its own for that. */
export const logoutSso = route(
  endpoint,
  async ({ body, caller, request }, context: AccountsContext) => {
    const refund = await context.ssoLimit.logout(request.ip)
    const logout = await readToken(context, body.logout_token)
    const ended = await context.db.transaction(async (transaction) => {
      await lockLogout(transaction)
      if (!(await addLogoutToken(transaction, logout))) {
        context.log.warn({ reason: 'the token was used before' }, 'sso: logout token refused')
        throw refuse()
      }
      const sessions = await endLoggedOut(transaction, logout)
      const accounts = new Map(sessions.map((one) => [one.staffId, one.organisationId]))
      for (const [staffId, organisationId] of accounts) {
        await addAudit(transaction, {
          author: {
            organisationId,
            staffId: null,
            requestId: request.id,
            from: originOf(caller, request),
          },
          entry: {
            action: 'signed out by the identity provider',
            entity: 'staff',
            entityId: staffId,
            after: { subject: logout.subject, sid: logout.sid },
          },
        })
      }
      return sessions.length
    })
    await refund()
    context.log.info({ ended }, 'sso: sessions ended by the identity provider')
    return {}
  },
)
