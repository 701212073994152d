import { saveAppAccount as endpoint } from '@plinth/contract'
import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import type { RowsContext } from '../context.ts'
import { putDisabled } from './app-account-store.ts'
import { readAppAccount, requireAppAccount } from './read-app-account.ts'

export const saveAppAccount = route(
  endpoint,
  async ({ project, params: { userId }, body, mutate }, context: RowsContext) => {
    const { isDisabled, ...place } = body
    guardProduction(project, place.environment)
    const found = await requireAppAccount(context, { ...place, userId, projectId: project.id })
    const { key } = found
    let ended: readonly Buffer[] = []
    const answer = await mutate(async (transaction) => {
      await putDisabled(transaction, { ...key, isDisabled })
      if (isDisabled) ended = await endAppSessionsOf(transaction, { ...key, userIds: [userId] })
      return {
        answer: { account: await readAppAccount(transaction, found) },
        audit: {
          action: isDisabled ? 'disabled' : 'enabled',
          entity: 'app-user',
          entityId: userId,
          projectId: project.id,
          environment: place.environment,
          after: { tableId: place.tableId, isDisabled },
        },
      }
    })
    context.appSessions.forget(ended)
    return answer
  },
)
