import { listAuditFilters as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { listAuditAreas, listAuditPeople } from './audit-list-store.ts'
import { ROW_AREA } from './list-row-entries.ts'

export const listAuditFilters = route(
  endpoint,
  async ({ project, staff }, { db }: OperationsContext) => {
    const { organisationId } = staff
    const [people, areas] = await Promise.all([
      listAuditPeople(db, { projectId: project.id, organisationId }),
      listAuditAreas(db, project.id),
    ])
    return { people, areas: [...new Set([...areas, ROW_AREA])].sort() }
  },
)
