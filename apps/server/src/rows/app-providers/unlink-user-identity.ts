import { unlinkUserIdentity as endpoint } from '@plinth/contract'
import { tryPassword } from '../../accounts/passwords/try-password.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import { type Account, findAccount, readAccount } from '../app-users/account.ts'
import { openCheckedSession } from '../app-users/open-checked-session.ts'
import { rejectOtherAccount, signInAttemptOf, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import { endUserSessions } from '../write/end-user-sessions.ts'
import { dropAppIdentity, lockIssuersOf } from './app-identity-store.ts'
import { selectProvidersOf } from './app-provider-store.ts'
import { requireAppProvider } from './require-app-provider.ts'
import { requireRecentSignIn } from './require-recent-sign-in.ts'

interface Leaving {
  readonly account: Account
  readonly password: string
  readonly request: RequestInfo
}

/** Why the last way to sign in stays. */
export const NOTHING_ELSE = 'because nothing else is left to sign in with.'

/** Whether its owner knows the stored password cannot be seen otherwise. */
const needsPassword = () =>
  invalid([
    {
      path: 'password',
      message: `is required, ${NOTHING_ELSE} Without a password, set one with requestReset first.`,
    },
  ])

/** Throws 422 unless the password is right. */
async function refuseWrongPassword(
  rowRequest: RowRequest,
  { account, password, request }: Leaving,
): Promise<void> {
  const address = await callingAddress(rowRequest, request)
  const who = signInAttemptOf(rowRequest, { email: account.email, address })
  const attempt = await rowRequest.context.signInLimit.attempt(who)
  if (!(await tryPassword(attempt, { stored: account.passwordHash, password }))) {
    throw invalid([{ path: 'password', message: 'is not your password' }])
  }
  await attempt.refund()
}

/** The issuers with which users of the table can sign in now. */
async function usableIssuers({ context, environment, table }: RowRequest): Promise<Set<string>> {
  const key = { environmentId: environment.id, tableId: table.id }
  const providers = await selectProvidersOf(context.db, key)
  return new Set(providers.map(({ settings }) => settings.issuer))
}

/** Ends all other sessions too, since the person who is unlinked may have opened them. */
export const unlinkUserIdentity = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash, body, request } = call
    rejectOtherAccount(rowRequest, user)
    await requireRecentSignIn(context.db, tokenHash)
    const account = await findAccount(rowRequest, { id: user.userId })
    if (!account) throw unauthenticated()
    const { issuer } = (await requireAppProvider(rowRequest, body.provider)).settings
    const usable = await usableIssuers(rowRequest)
    const { byCode } = await findSignIn(context.db, user)
    const { password } = body
    const isProved = password !== undefined
    if (isProved) await refuseWrongPassword(rowRequest, { account, password, request })
    await context.db.transaction(async (transaction) => {
      const issuers = await lockIssuersOf(transaction, user)
      if (!issuers.includes(issuer)) {
        throw new ApiError('not_found', 'Your account is not linked with this provider.')
      }
      const hasOther = issuers.some((one) => one !== issuer && usable.has(one))
      if (!hasOther && !byCode && !isProved) throw needsPassword()
      await dropAppIdentity(transaction, { ...user, issuer })
    })
    await endUserSessions(context, rowRequest, [account.id])
    const seen = await readAccount(rowRequest, account.id)
    const session = await openCheckedSession(rowRequest, account)
    if (!seen || !session) throw unauthenticated()
    return { ...session, user: seen }
  }),
)
