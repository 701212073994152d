import { getMe as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { toUser } from './to-user.ts'

export const getMe = route(endpoint, async ({ caller, request }, context: AccountsContext) => {
  if (caller.kind === 'user') {
    const user = await context.appUsers.read(caller.user, request.trace)
    const { actor } = caller.user
    return actor ? { user, actor: { name: actor.name, expiresOn: actor.expiresOn } } : { user }
  }
  if (caller.kind !== 'staff') throw unauthenticated()
  return { user: toUser(caller.staff) }
})
