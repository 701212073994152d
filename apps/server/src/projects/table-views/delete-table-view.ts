import { deleteTableView as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { dropTableView, lockTableViewForUpdate } from './table-view-store.ts'
import { auditedView, requireChangeableView } from './view-errors.ts'

export const deleteTableView = route(
  endpoint,
  ({ staff, project, params, request, mutate }, _: ProjectsContext) =>
    mutate(async (transaction) => {
      const viewer = { staff, project }
      const before = await lockTableViewForUpdate(transaction, viewer, params.viewId)
      if (!before) throw notFound()
      requireChangeableView(before)
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision)
        throw stale({ revision: before.revision, theirs: before, yours: null })
      await dropTableView(transaction, before.id)
      return {
        answer: {},
        audit: {
          action: 'deleted',
          entity: 'table-view',
          entityId: before.id,
          projectId: project.id,
          before: auditedView(before),
        },
      }
    }),
)
