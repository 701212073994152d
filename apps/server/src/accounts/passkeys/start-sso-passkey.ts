import { startSsoPasskey as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { findSsoAccount } from '../sso/find-sso-account.ts'
import { proveOwnPassword } from '../sso/prove-owner.ts'
import { findSsoProfile } from '../sso/sso-store.ts'
import { requireProvider } from '../sso/staff-provider.ts'
import { requestOptions } from '../web-authn/start-challenge.ts'

/**
 * Throws 401 unless the provider has vouched for a person of an open account in this sign-in. An account that only has
 * the same address also needs its password: the ids of passkeys are for its owner.
 */
export const startSsoPasskey = route(endpoint, async (call, context: AccountsContext) => {
  const { body, caller, request } = call
  const provider = await requireProvider(context)
  const handleHash = hashToken(body.handle)
  const profile = await findSsoProfile(context.db, { handleHash, issuer: provider.issuer })
  const found = profile && (await findSsoAccount(context.db, { provider, profile }))
  if (!found || found.staff.disabled) {
    throw new ApiError(
      'unauthenticated',
      'This sign-in has ended or took too long. Start again from the sign-in page.',
    )
  }
  if (!found.isConnected) {
    const proving = { staff: found.staff, given: body, caller, request }
    const attempt = await proveOwnPassword(context, proving)
    await attempt.refund()
  }
  const use = { staffId: found.staff.id, purpose: 'sign in' as const, boundTo: handleHash }
  return { options: await requestOptions(context, use) }
})
