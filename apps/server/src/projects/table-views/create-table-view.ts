import { createTableView as endpoint, MAX_TABLE_VIEWS } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { ProjectsContext } from '../context.ts'
import { addTableView } from './table-view-store.ts'
import { auditedView, viewNameTaken } from './view-errors.ts'

export const createTableView = route(
  endpoint,
  ({ staff, project, body, mutate }, _: ProjectsContext) =>
    mutate(async (transaction) => {
      const viewer = { staff, project }
      const view = await addTableView(transaction, viewer, { id: newId('viw'), ...body })
      if (view === 'taken') throw viewNameTaken()
      if (view === 'full')
        throw new ApiError(
          'conflict',
          `You have ${MAX_TABLE_VIEWS} views in this project, which is the maximum. Delete one first.`,
        )
      return {
        answer: { view },
        audit: {
          action: 'created',
          entity: 'table-view',
          entityId: view.id,
          projectId: project.id,
          after: auditedView(view),
        },
      }
    }),
)
