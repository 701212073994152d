import { startPasskeySignIn as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { passwordUse, provePassword } from '../sign-in/prove-password.ts'
import { requestOptions } from '../web-authn/start-challenge.ts'

/** Only for the right password: the ids of passkeys are not for everyone who knows an address. */
export const startPasskeySignIn = route(endpoint, async (call, context: AccountsContext) => {
  const { staff, attempt } = await provePassword(context, call)
  await attempt.refund()
  return { options: await requestOptions(context, passwordUse(staff)) }
})
