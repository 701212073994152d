import { finishSso as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { readProviderAnswer } from '../identity-provider/ask-provider.ts'
import type { SsoProfile } from '../identity-provider/sso-profile.ts'
import { newToken } from '../passwords/new-token.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { applyGroups, lockForGroups } from '../sso-groups/apply-groups.ts'
import { verifySecondFactor } from '../two-factor/second-factor.ts'
import { connectAccount } from './connect-account.ts'
import { type FoundAccount, findSsoAccount } from './find-sso-account.ts'
import { proveOwner, refuseFactor } from './prove-owner.ts'
import { refuseEndedSession } from './refuse-ended-session.ts'
import {
  claimSsoTransaction,
  findSsoProfile,
  saveSsoProfile,
  takeSsoTransaction,
} from './sso-store.ts'
import { callbackAddress, requireProvider, type StaffProvider } from './staff-provider.ts'

type FinishCall = Call<typeof endpoint>

const ended = () =>
  new ApiError(
    'unauthenticated',
    'This sign-in was not started in this browser, has ended or took too long. Start again from the sign-in page.',
  )

/** Claims the sign-in before the code is exchanged, so that an answer of the provider counts once, even if it fails. */
async function readProfile(
  { body }: FinishCall,
  context: AccountsContext,
  provider: StaffProvider,
): Promise<SsoProfile> {
  const { handle, query } = body
  const named = { handleHash: hashToken(handle), issuer: provider.issuer }
  if (query === undefined) {
    const stored = await findSsoProfile(context.db, named)
    if (!stored) throw ended()
    return stored
  }
  if (!(await claimSsoTransaction(context.db, named))) throw ended()
  const answer = { provider, handle, callback: callbackAddress(context), query }
  const profile = await readProviderAnswer(answer, context.log)
  await saveSsoProfile(context.db, { handleHash: named.handleHash, profile })
  return profile
}

interface Ending {
  provider: StaffProvider
  profile: SsoProfile
  found: FoundAccount | undefined
}

const verifyFactor = ({ body }: FinishCall, context: AccountsContext, { staff }: FoundAccount) =>
  verifySecondFactor(context, {
    given: body,
    use: { staffId: staff.id, purpose: 'sign in', boundTo: hashToken(body.handle) },
  })

/** Opens the session in one transaction with the account, its identity and the used code. */
async function openSession(
  call: FinishCall,
  context: AccountsContext,
  { provider, profile, found }: Ending,
): Promise<{ token: string; redirect: string; email: string }> {
  const { body, caller, request } = call
  const token = newToken()
  const passwordHash = found ? '' : await hashPassword(newToken())
  const consumeFactor = found && (await verifyFactor(call, context, found))
  return context.db.transaction(async (transaction) => {
    await refuseEndedSession(transaction, { handleHash: hashToken(body.handle), ...profile })
    const redirect = await takeSsoTransaction(transaction, hashToken(body.handle))
    if (redirect === undefined) throw ended()
    const { groups } = profile
    await lockForGroups(transaction, { staffId: found?.staff.id, groups })
    const connecting = { provider, profile, found, passwordHash, caller, request }
    const staff = await connectAccount(transaction, connecting)
    if (staff.hasTwoFactor) {
      if (!(await consumeFactor?.(transaction))) {
        throw refuseFactor(context, { staff, caller, request, given: body })
      }
    }
    const { issuer, subject, sid, hasSecondFactor } = profile
    await applyGroups(transaction, context, { staff, identity: profile, groups, caller, request })
    const identity = { issuer, subject, sid, clientId: provider.clientId, hasSecondFactor }
    await recordSignIn(transaction, {
      staff,
      caller,
      request,
      tokenHash: hashToken(token),
      identity,
      // Otherwise only the provider has vouched, perhaps with a cookie of last week.
      isProved: staff.hasTwoFactor || found?.isConnected === false,
    })
    return { token, redirect, email: staff.email }
  })
}

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const finishSso = route(endpoint, async (call, context: AccountsContext) => {
  const { body, caller, request } = call
  const provider = await requireProvider(context)
  const profile = await readProfile(call, context, provider)
  const found = await findSsoAccount(context.db, { provider, profile })
  const attempts = found
    ? await proveOwner(context, { ...found, provider, given: body, caller, request })
    : []
  const { token, redirect, email } = await openSession(call, context, { provider, profile, found })
  for (const attempt of attempts) await attempt.refund()
  await context.signInLimit.remember({ email, ip: request.ip })
  context.durable.wake()
  return { token, redirect }
})
