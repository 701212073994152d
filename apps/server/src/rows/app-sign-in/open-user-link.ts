import { openUserLink as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { findCodeLink } from './app-code-store.ts'

/** The error for an invalid link; it does not reveal which reason applies. */
export const refuseUserLink = () =>
  new ApiError(
    'invalid',
    'This link was used already, was replaced by a newer one or is too old. Ask the app for a new one.',
  )

/** The link of a token with the page that it leads to, if that is still listed; throws if the link is invalid. */
export async function findUserLink(
  { db, stoppedProjects }: Pick<RowsContext, 'db' | 'stoppedProjects'>,
  linkHash: Buffer,
) {
  const link = await findCodeLink(db, linkHash)
  if (!link || !stoppedProjects.isOpen(link.projectId)) throw refuseUserLink()
  const leadsTo = link.redirects.find((listed) => listed === link.redirect) ?? null
  return { app: link.app, email: link.email, redirect: link.redirect, leadsTo }
}

/** Mail scanners open links, so that opening one changes nothing. */
export const openUserLink = route(endpoint, async ({ body }, context: RowsContext) => {
  const { app, email, leadsTo } = await findUserLink(context, hashToken(body.token))
  return { app, email, leadsTo }
})
