import { deleteDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../environments/require-environment.ts'
import { dropDomain, lockDomainForUpdate } from './domain-store.ts'

export const deleteDomain = route(endpoint, ({ project, params, request, mutate }) =>
  mutate(async (transaction) => {
    const held = await lockDomainForUpdate(transaction, {
      projectId: project.id,
      domainId: params.domainId,
    })
    if (!held) throw notFound()
    const { environment, ...before } = held
    guardProduction(project, environment)
    if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
      throw stale({ revision: before.revision, theirs: before, yours: null })
    }
    await dropDomain(transaction, before.id)
    return {
      answer: {},
      audit: {
        action: 'deleted',
        entity: 'domain',
        entityId: before.id,
        projectId: project.id,
        environment,
        before: { domain: before.domain_name, environment },
      },
    }
  }),
)
