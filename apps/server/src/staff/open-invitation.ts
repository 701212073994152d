import { openInvitation as endpoint } from '@plinth/contract'
import { hashToken } from '../http/authenticate.ts'
import { route } from '../http/route.ts'
import { findInvited } from './invitation-store.ts'
import { refuseInvitation } from './refuse-invitation.ts'

export const openInvitation = route(endpoint, async ({ body }, { db }) => {
  const email = await findInvited(db, hashToken(body.token))
  if (email === undefined) throw refuseInvitation()
  return { email }
})
