import { deleteSavedQuery as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { dropSavedQuery, lockSavedQueryForUpdate } from './saved-query-store.ts'

export const deleteSavedQuery = route(
  endpoint,
  ({ project, params, request, mutate }, _: ProjectsContext) =>
    mutate(async (transaction) => {
      const { queryId } = params
      const before = await lockSavedQueryForUpdate(transaction, { projectId: project.id, queryId })
      if (!before) throw notFound()
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision)
        throw stale({ revision: before.revision, theirs: before, yours: null })
      await dropSavedQuery(transaction, before.id)
      return {
        answer: {},
        audit: {
          action: 'deleted',
          entity: 'saved-query',
          entityId: before.id,
          projectId: project.id,
          before: { name: before.name, sql: before.sql },
        },
      }
    }),
)
