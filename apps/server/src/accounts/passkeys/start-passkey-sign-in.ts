import { startPasskeySignIn as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { provePassword } from '../sign-in/prove-password.ts'
import type { StaffRecord } from '../sign-in/staff-store.ts'
import type { ChallengeUse } from './challenge-store.ts'
import { requestOptions } from './start-challenge.ts'

/** The second step after this password; a new password ends it. */
export const passwordUse = ({ id, passwordHash }: StaffRecord): ChallengeUse => ({
  staffId: id,
  purpose: 'sign in',
  boundTo: hashToken(passwordHash),
})

/** Only for the right password: the ids of passkeys are not for everyone who knows an address. */
export const startPasskeySignIn = route(endpoint, async (call, context: AccountsContext) => {
  const { staff, attempt } = await provePassword(context, call)
  await attempt.refund()
  return { options: await requestOptions(context, passwordUse(staff)) }
})
