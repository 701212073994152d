import { updateSavedQuery as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { queryNameTaken } from './create-saved-query.ts'
import { lockSavedQueryForUpdate, saveSavedQuery } from './saved-query-store.ts'

export const updateSavedQuery = route(
  endpoint,
  ({ project, params, body, request, mutate }, _: ProjectsContext) =>
    mutate(async (transaction) => {
      const { queryId } = params
      const before = await lockSavedQueryForUpdate(transaction, { projectId: project.id, queryId })
      if (!before) throw notFound()
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision)
        throw stale({ revision: before.revision, theirs: before, yours: body })
      const query = await saveSavedQuery(transaction, { id: before.id, ...body })
      if (!query) throw queryNameTaken()
      return {
        answer: { query },
        audit: {
          action: 'changed',
          entity: 'saved-query',
          entityId: query.id,
          projectId: project.id,
          before: { name: before.name, sql: before.sql },
          after: { name: query.name, sql: query.sql },
        },
      }
    }),
)
