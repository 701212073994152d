import { updateTableView as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { lockTableViewForUpdate, saveTableView } from './table-view-store.ts'
import { auditedView, requireChangeableView, viewNameTaken } from './view-errors.ts'

export const updateTableView = route(
  endpoint,
  ({ staff, project, params, body, request, mutate }, _: ProjectsContext) =>
    mutate(async (transaction) => {
      const viewer = { staff, project }
      const before = await lockTableViewForUpdate(transaction, viewer, params.viewId)
      if (!before) throw notFound()
      requireChangeableView(before)
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision)
        throw stale({ revision: before.revision, theirs: before, yours: body })
      const view = await saveTableView(transaction, viewer, { id: before.id, ...body })
      if (!view) throw viewNameTaken()
      return {
        answer: { view },
        audit: {
          action: 'changed',
          entity: 'table-view',
          entityId: view.id,
          projectId: project.id,
          before: auditedView(before),
          after: auditedView(view),
        },
      }
    }),
)
