import { saveProductionAccess as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { stale } from '../../foundation/http/errors/api-error.ts'
import { lockProductionAccess, putProductionAccess } from './production-access-store.ts'

export const saveProductionAccess = route(endpoint, ({ project, body, request, mutate }) =>
  mutate(async (transaction) => {
    const projectId = project.id
    const before = await lockProductionAccess(transaction, projectId)
    const { revision, developersCanRead } = before
    if (request.ifMatch !== undefined && request.ifMatch !== revision) {
      throw stale({ revision, theirs: before, yours: body })
    }
    const access = { ...body, revision: revision + 1 }
    await putProductionAccess(transaction, { projectId, ...access })
    return {
      answer: { access },
      audit: {
        action: 'updated',
        entity: 'production-access',
        entityId: projectId,
        projectId,
        environment: 'production',
        before: { developersCanRead },
        after: body,
      },
    }
  }),
)
