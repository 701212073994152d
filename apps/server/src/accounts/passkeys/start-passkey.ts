import { startPasskey as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { creationOptions } from '../web-authn/start-challenge.ts'

/** Not a `mutate`: the challenge has no effect until it is answered. */
export const startPasskey = route(endpoint, async (call, context: AccountsContext) => {
  const { caller, staff, body, request } = call
  if (caller.kind !== 'staff') throw unauthenticated()
  await checkOwnPassword(context, { staff, ip: request.ip, password: body.currentPassword })
  const { id, email, firstName, lastName } = staff
  const named = { id, email, name: `${firstName} ${lastName}` }
  const options = await creationOptions(context, { staff: named, boundTo: caller.tokenHash })
  return { options }
})
