import { listMembers as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { selectMembers as readMembers } from './member-store.ts'

export const listMembers = route(endpoint, async ({ project, staff }, { db }: AccountsContext) => ({
  members: await readMembers(db, {
    projectId: project.id,
    organisationId: staff.organisationId,
  }),
}))
