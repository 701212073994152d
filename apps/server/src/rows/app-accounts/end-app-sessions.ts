import { endAppSessions as endpoint } from '@plinth/contract'
import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import type { RowsContext } from '../context.ts'
import { readAppAccount, requireAppAccount } from './read-app-account.ts'

export const endAppSessions = route(
  endpoint,
  async ({ project, params: { userId }, body, mutate }, context: RowsContext) => {
    guardProduction(project, body.environment)
    const found = await requireAppAccount(context, { ...body, userId, projectId: project.id })
    let ended: readonly Buffer[] = []
    const answer = await mutate(async (transaction) => {
      ended = await endAppSessionsOf(transaction, { ...found.key, userIds: [userId] })
      return {
        answer: { account: await readAppAccount(transaction, found) },
        audit: {
          action: 'signed out',
          entity: 'app-user',
          entityId: userId,
          projectId: project.id,
          environment: body.environment,
          after: { tableId: body.tableId, sessions: ended.length },
        },
      }
    })
    context.appSessions.forget(ended)
    return answer
  },
)
