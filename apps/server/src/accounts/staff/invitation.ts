import { ApiError } from '../../foundation/http/errors/api-error.ts'

/** The fragment never reaches a server, a proxy's log or a referrer. */
export const invitationLink = (baseUrl: string, token: string) => `${baseUrl}/invitation#${token}`

/** The error for an invalid link; it does not reveal which reason applies. */
export function refuseInvitation(): ApiError {
  return new ApiError(
    'invalid',
    'This invitation was used already, was withdrawn or is too old. Ask for a new one.',
  )
}
