import { openInvitation as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { refuseInvitation } from './invitation.ts'
import { findInvited } from './invitation-store.ts'

export const openInvitation = route(endpoint, async ({ body }, { db }: AccountsContext) => {
  const email = await findInvited(db, hashToken(body.token))
  if (email === undefined) throw refuseInvitation()
  return { email }
})
