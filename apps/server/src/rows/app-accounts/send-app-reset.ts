import { sendAppReset as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import { enqueueAppMail } from '../app-users/app-mail.ts'
import type { RowsContext } from '../context.ts'
import { requireAppAccount } from './read-app-account.ts'

export const sendAppReset = route(
  endpoint,
  async ({ project, params: { userId }, body, mutate, request }, context: RowsContext) => {
    const { environment, tableId } = body
    guardProduction(project, environment)
    const { account, key } = await requireAppAccount(context, {
      ...body,
      userId,
      projectId: project.id,
    })
    const { email } = account
    // The limit of the user's own calls: staff must not flood a mailbox either.
    const within = key.environmentId
    const named = `${within}/${tableId}/${email}`
    await context.signInLimit.askForMail({ email: named, ip: request.ip, within })
    const table = {
      environment: { projectId: project.id, name: environment },
      table: { id: tableId },
    }
    const answer = await mutate(async (transaction) => {
      await enqueueAppMail(transaction, table, { purpose: 'reset', email })
      return {
        answer: {},
        audit: {
          action: 'sent password reset',
          entity: 'app-user',
          entityId: userId,
          projectId: project.id,
          environment,
          after: { tableId },
        },
      }
    })
    context.durable.wake()
    return answer
  },
)
