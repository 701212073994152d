import { getMe as endpoint } from '@plinth/contract'
import { readMe } from '../app-user/read-me.ts'
import { unauthenticated } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { toUser } from './to-user.ts'

export const getMe = route(endpoint, async ({ caller }, context) => {
  if (caller.kind === 'user') return { user: await readMe(context, caller.user) }
  if (caller.kind !== 'staff') throw unauthenticated()
  return { user: toUser(caller.staff) }
})
