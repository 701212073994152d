import { listOrgUsers as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { selectOrgUsers as readOrgUsers } from './org-user-store.ts'

export const listOrgUsers = route(
  endpoint,
  async ({ project, staff, query }, { db }: AccountsContext) => ({
    orgUsers: await readOrgUsers(db, {
      projectId: project.id,
      organisationId: staff.organisationId,
      search: query.search,
    }),
  }),
)
