import { listMembers as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listMembers as readMembers } from './member-store.ts'

export const listMembers = route(endpoint, async ({ project, staff }, { db }) => ({
  members: await readMembers(db, {
    projectId: project.id,
    organisationId: staff.organisationId,
  }),
}))
