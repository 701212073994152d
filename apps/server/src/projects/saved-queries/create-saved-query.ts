import { createSavedQuery as endpoint, MAX_SAVED_QUERIES } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { ProjectsContext } from '../context.ts'
import { addSavedQuery } from './saved-query-store.ts'

export const queryNameTaken = () =>
  taken({ path: 'name', message: 'The project has a query of this name. Choose another name.' })

export const createSavedQuery = route(endpoint, ({ project, body, mutate }, _: ProjectsContext) =>
  mutate(async (transaction) => {
    const query = await addSavedQuery(transaction, {
      id: newId('qry'),
      projectId: project.id,
      ...body,
    })
    if (query === 'taken') throw queryNameTaken()
    if (query === 'full')
      throw new ApiError(
        'conflict',
        `A project has at most ${MAX_SAVED_QUERIES} saved queries. Delete one first.`,
      )
    return {
      answer: { query },
      audit: {
        action: 'created',
        entity: 'saved-query',
        entityId: query.id,
        projectId: project.id,
        after: { name: query.name, sql: query.sql },
      },
    }
  }),
)
