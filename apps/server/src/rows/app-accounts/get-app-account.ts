import { getAppAccount as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { readAppAccount, requireAppAccount } from './read-app-account.ts'

export const getAppAccount = route(
  endpoint,
  async ({ project, params: { userId }, query }, context: RowsContext) => {
    const found = await requireAppAccount(context, { ...query, userId, projectId: project.id })
    return { account: await readAppAccount(context.db, found) }
  },
)
