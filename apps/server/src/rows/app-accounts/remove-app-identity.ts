import { removeAppIdentity as endpoint } from '@plinth/contract'
import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import { dropAppIdentity } from '../app-providers/app-identity-store.ts'
import { NOTHING_ELSE, readOpenWays, weighRemoval } from '../app-providers/last-way.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'
import type { RowsContext } from '../context.ts'
import { readAppAccount, requireAppAccount } from './read-app-account.ts'

const LAST = `This identity must stay, ${NOTHING_ELSE} Mail the user a password reset: a new password unlinks it.`

/**
 * Throws 422 for the last way to sign in. A password does not count: whether the user knows it cannot be seen, and the
 * user can unlink it with the password.
 */
async function unlink(
  transaction: Transaction,
  { issuer, ...key }: AppUserKey & { issuer: string },
): Promise<string | undefined> {
  const open = await readOpenWays(transaction, key)
  const removal = await weighRemoval(transaction, key, { open, way: { issuer } })
  if (!removal) {
    throw new ApiError('not_found', 'This user is not linked with this provider any more.')
  }
  // An identity of a provider that the table has no more opens nothing, so that it can always go.
  if (removal.isLast) throw new ApiError('invalid', LAST)
  await dropAppIdentity(transaction, { ...key, issuer })
  return open.labels.get(issuer)
}

/** Ends all sessions too, since the person who is unlinked may have opened them. */
export const removeAppIdentity = route(
  endpoint,
  async ({ project, params: { userId }, body, mutate }, context: RowsContext) => {
    const { issuer, ...place } = body
    guardProduction(project, place.environment)
    const found = await requireAppAccount(context, { ...place, userId, projectId: project.id })
    const { key } = found
    let ended: readonly Buffer[] = []
    const answer = await mutate(async (transaction) => {
      const provider = await unlink(transaction, { ...key, issuer })
      ended = await endAppSessionsOf(transaction, { ...key, userIds: [key.userId] })
      return {
        answer: { account: await readAppAccount(transaction, found) },
        audit: {
          action: 'unlinked an identity',
          entity: 'app-user',
          entityId: key.userId,
          projectId: project.id,
          environment: place.environment,
          before: { tableId: place.tableId, issuer, provider: provider ?? null },
          after: { tableId: place.tableId, sessions: ended.length },
        },
      }
    })
    context.appSessions.forget(ended)
    return answer
  },
)
