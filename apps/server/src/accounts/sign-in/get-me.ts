import { getMe as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { toUser } from './to-user.ts'

export const getMe = route(endpoint, async ({ caller, request }, context: AccountsContext) => {
  if (caller.kind === 'user')
    return { user: await context.appUsers.read(caller.user, request.trace) }
  if (caller.kind !== 'staff') throw unauthenticated()
  return { user: toUser(caller.staff) }
})
