import { confirmUserPasskey as endpoint, type SolePasskeyAssertion } from '@plinth/contract'
import { verifySigned } from '../../accounts/web-authn/verify-answer.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { findAccount, readAccount } from '../app-users/account.ts'
import { openCheckedSession } from '../app-users/open-checked-session.ts'
import { rejectDisabled } from '../app-users/reject-disabled.ts'
import { signInAttemptOf, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import { forgetUsers } from '../write/end-user-sessions.ts'
import { findAppPasskey, recordAppPasskeyUse } from './app-passkey-store.ts'
import { requirePasskeys, takeExpectation, userHandleOf } from './require-passkeys.ts'

/** The same for every reason, so that it does not reveal which passkeys exist. */
const refused = () =>
  new ApiError(
    'unauthenticated',
    'This passkey was not accepted. Start again, or sign in another way.',
  )

interface ProvedPasskey {
  readonly id: string
  readonly userId: string
  readonly counter: number
}

/** The passkey that signed; throws 401 if the answer is not acceptable. Consumes the challenge. */
async function prove(
  rowRequest: RowRequest,
  assertion: SolePasskeyAssertion,
): Promise<ProvedPasskey> {
  const { context, environment, table } = rowRequest
  const settings = await requirePasskeys(rowRequest)
  const key = { environmentId: environment.id, tableId: table.id }
  const { userHandle, ...response } = assertion.response
  const use = { ...key, registers: undefined, clientDataJSON: response.clientDataJSON }
  const expected = await takeExpectation(context, settings, use)
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const stored = await findAppPasskey(context.db, { ...key, host: settings.host, credentialId })
  if (!expected || !stored) throw refused()
  const { id, userId } = stored
  if (userHandle !== userHandleOf({ ...key, userId })) throw refused()
  const signed = { ...assertion, response }
  const counter = await verifySigned(context.log, { expected, assertion: signed, stored })
  if (counter === undefined) throw refused()
  return { id, userId, counter }
}

/** The session opens with the new counter: of a passkey that is removed meanwhile, neither is stored. */
export const confirmUserPasskey = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    const { signInLimit } = context
    const { passkey: assertion } = call.body
    const address = await callingAddress(rowRequest, call.request)
    const named = { email: `passkey ${assertion.id}`, address }
    const attempt = await signInLimit.attempt(signInAttemptOf(rowRequest, named))
    const { userId, ...used } = await prove(rowRequest, assertion)
    await attempt.refund()
    const account = await findAccount(rowRequest, { id: userId })
    if (!account) {
      await forgetUsers(context, rowRequest, [userId])
      throw refused()
    }
    await rejectDisabled(rowRequest, userId)
    const session = await openCheckedSession(rowRequest, account, (transaction) =>
      recordAppPasskeyUse(transaction, used),
    )
    const user = session && (await readAccount(rowRequest, account.id))
    if (!user) throw refused()
    await signInLimit.remember(signInAttemptOf(rowRequest, { email: account.email, address }))
    return { ...session, user }
  }),
)
