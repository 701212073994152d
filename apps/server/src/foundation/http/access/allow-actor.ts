import type { Endpoint } from '@plinth/contract'
import type { Caller } from '../calls/call.ts'
import { ApiError } from '../errors/api-error.ts'

export const ONLY_THE_USER =
  'Staff who act as this user may not do this. Only the user may, in a session of their own.'

/** Throws 403 if staff act as an app user and the call is for the user alone; by default calls of users are. */
export function allowActor(
  caller: Caller,
  { access, takesActor }: Pick<Endpoint, 'access' | 'takesActor'>,
): void {
  if (caller.kind !== 'user' || !caller.user.actor) return
  if (access === 'user' && !takesActor) throw new ApiError('forbidden', ONLY_THE_USER)
}
