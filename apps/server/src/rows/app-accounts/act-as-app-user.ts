import { actAsAppUser as endpoint } from '@plinth/contract'
import { newToken } from '../../accounts/passwords/new-token.ts'
import {
  addActingSession,
  endActingSessions,
} from '../../foundation/callers/acting-session-store.ts'
import { endAppSession, notifyEnded } from '../../foundation/callers/app-session-store.ts'
import { APP_TOKEN_PREFIX, hashAppToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import { findDisabled } from '../app-users/disabled-user-store.ts'
import type { RowsContext } from '../context.ts'
import { requireAppAccount } from './read-app-account.ts'

const DISABLED = 'This account is disabled. Enable it before you act as the user.'
const REPEATED = 'This session is open already, and its token is shown only once. Open another one.'
const NO_SESSION = 'Sign in to the console: only a session of your own can act as a user.'

/** The answer has the token; what is stored for a repeated request has not. A new session ends the caller's last one. */
export const actAsAppUser = route(endpoint, async (call, context: RowsContext) => {
  const { project, body, staff, mutate } = call
  const { reason, ...place } = body
  guardProduction(project, place.environment)
  const { sessionId } = staff
  if (sessionId === null) throw new ApiError('forbidden', NO_SESSION)
  const asked = { ...place, userId: call.params.userId, projectId: project.id }
  const { key } = await requireAppAccount(context, asked)
  await context.signInLimit.actAs(staff.id)
  const token = `${APP_TOKEN_PREFIX}${newToken()}`
  const hashes = hashAppToken(token)
  let isMade = false
  const answer = await mutate(async (transaction) => {
    if (await findDisabled(transaction, key)) throw new ApiError('conflict', DISABLED)
    for (const ended of await endActingSessions(transaction, { ...key, staffId: staff.id }))
      await notifyEnded(transaction, ended)
    const expires = await addActingSession(transaction, { ...hashes, ...key, sessionId })
    const expiresOn = expires.toISOString()
    isMade = true
    return {
      answer: { expiresOn },
      audit: {
        action: 'acted as',
        entity: 'app-user',
        entityId: key.userId,
        projectId: project.id,
        environment: place.environment,
        after: { tableId: place.tableId, reason, expiresOn },
      },
    }
  })
  if (!isMade) throw new ApiError('conflict', REPEATED)
  // A row that was deleted meanwhile has ended the sessions that were open then, but not this one.
  await requireAppAccount(context, asked).catch(async (error: unknown) => {
    await context.db.transaction((transaction) => endAppSession(transaction, hashes))
    throw error
  })
  return { ...answer, token }
})
