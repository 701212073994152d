import { openInvitation as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { findInvited } from './invitation-store.ts'

/** The fragment never reaches a server, a proxy's log or a referrer. */
export const invitationLink = (baseUrl: string, token: string) => `${baseUrl}/invitation#${token}`

/** The error for an invalid link; it does not reveal which reason applies. */
export function refuseInvitation(): ApiError {
  return new ApiError(
    'invalid',
    'This invitation was used already, was withdrawn or is too old. Ask for a new one.',
  )
}

export const openInvitation = route(endpoint, async ({ body }, { db }: AccountsContext) => {
  const email = await findInvited(db, hashToken(body.token))
  if (email === undefined) throw refuseInvitation()
  return { email }
})
