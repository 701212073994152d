import { listUserApprovals as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { admitUser } from './admit-user.ts'
import { readAppDecider } from './app-decider.ts'
import { selectUserApprovals } from './user-approval-store.ts'

export const listUserApprovals = route(
  endpoint,
  async ({ user, caller, request, query, params }, context: WorkflowsContext) => {
    const environment = await admitUser(context, {
      user,
      caller,
      request,
      query,
      params,
      use: 'read',
    })
    const who = await readAppDecider({ context, environment }, user, 'GET')
    return {
      approvals: await selectUserApprovals(context.db, { environmentId: environment.id, who }),
    }
  },
)
