import { listAuditFilters as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listAuditAreas, listAuditPeople } from './audit-list-store.ts'

export const listAuditFilters = route(endpoint, async ({ project, staff }, { db }) => {
  const { organisationId } = staff
  const [people, areas] = await Promise.all([
    listAuditPeople(db, { projectId: project.id, organisationId }),
    listAuditAreas(db, project.id),
  ])
  return { people, areas }
})
