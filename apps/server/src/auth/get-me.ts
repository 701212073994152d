import { getMe as endpoint } from '@plinth/contract'
import { unauthenticated } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { toUser } from './to-user.ts'

export const getMe = route(endpoint, async ({ caller }) => {
  if (caller.kind === 'user') return { user: { id: caller.user.userId } }
  if (caller.kind !== 'staff') throw unauthenticated()
  return { user: toUser(caller.staff) }
})
