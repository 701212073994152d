import { removeAppPasskey as endpoint } from '@plinth/contract'
import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import { dropAppPasskey } from '../app-passkeys/app-passkey-store.ts'
import { unknownPasskey } from '../app-passkeys/unknown-passkey.ts'
import { NOTHING_ELSE, readOpenWays, weighRemoval } from '../app-providers/last-way.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'
import type { RowsContext } from '../context.ts'
import { readAppAccount, requireAppAccount } from './read-app-account.ts'

const LAST = `This passkey must stay, ${NOTHING_ELSE} Mail the user a password reset: a new password removes it.`

/** Returns the name. Throws 422 for the last way to sign in; a password does not count, as for identities. */
async function remove(
  transaction: Transaction,
  { passkeyId, ...key }: AppUserKey & { passkeyId: string },
): Promise<string> {
  const open = await readOpenWays(transaction, key)
  const removal = await weighRemoval(transaction, key, { open, way: { passkeyId } })
  if (!removal) throw unknownPasskey()
  if (removal.isLast) throw new ApiError('invalid', LAST)
  return (await dropAppPasskey(transaction, { ...key, id: passkeyId })) ?? ''
}

/** Ends all sessions too, since who has the removed passkey may have opened them. */
export const removeAppPasskey = route(
  endpoint,
  async ({ project, params, body: place, mutate }, context: RowsContext) => {
    const { userId, passkeyId } = params
    guardProduction(project, place.environment)
    const found = await requireAppAccount(context, { ...place, userId, projectId: project.id })
    const { key } = found
    let ended: readonly Buffer[] = []
    const answer = await mutate(async (transaction) => {
      const name = await remove(transaction, { ...key, passkeyId })
      ended = await endAppSessionsOf(transaction, { ...key, userIds: [key.userId] })
      return {
        answer: { account: await readAppAccount(transaction, found) },
        audit: {
          action: 'removed a passkey',
          entity: 'app-user',
          entityId: key.userId,
          projectId: project.id,
          environment: place.environment,
          before: { tableId: place.tableId, passkeyId, name },
          after: { tableId: place.tableId, sessions: ended.length },
        },
      }
    })
    context.appSessions.forget(ended)
    return answer
  },
)
