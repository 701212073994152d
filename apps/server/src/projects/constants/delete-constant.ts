import { deleteConstant as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../environments/require-environment.ts'
import { dropConstant, lockConstantForUpdate } from './constant-store.ts'
import { constantSnapshot, toConstant } from './to-constant.ts'

export const deleteConstant = route(endpoint, ({ project, params, request, mutate }) =>
  mutate(async (transaction) => {
    const before = await lockConstantForUpdate(transaction, {
      projectId: project.id,
      constantId: params.id,
    })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
      throw stale({ revision: before.revision, theirs: toConstant(before), yours: null })
    }
    await dropConstant(transaction, before.id)
    return {
      answer: {},
      audit: {
        action: 'deleted',
        entity: 'constant',
        entityId: before.id,
        projectId: project.id,
        environment: before.environment,
        before: constantSnapshot(before, { hidden: false }),
      },
    }
  }),
)
