import { confirmUserLink as endpoint } from '@plinth/contract'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { replaceByTicket } from './app-code-store.ts'
import { findUserLink, refuseUserLink } from './open-user-link.ts'

/** Gives the app a ticket, not the session: a URL may be stored in histories. */
export const confirmUserLink = route(endpoint, async ({ body }, context: RowsContext) => {
  const linkHash = hashToken(body.token)
  const { redirect, leadsTo } = await findUserLink(context, linkHash)
  if (leadsTo === null) throw refuseUserLink()
  const ticket = newToken()
  const ticketHash = hashToken(ticket)
  if (!(await replaceByTicket(context.db, { linkHash, ticketHash }))) throw refuseUserLink()
  return { redirect: `${redirect}#sign-in=${ticket}` }
})
