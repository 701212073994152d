import { deleteDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { guardProduction } from '../environments/require-environment.ts'
import { dropDomain, lockDomainForUpdate } from './domain-store.ts'
import { toDomain } from './to-domain.ts'

export const deleteDomain = route(
  endpoint,
  ({ project, params, request, mutate }, { env }: ProjectsContext) =>
    mutate(async (transaction) => {
      const held = await lockDomainForUpdate(transaction, {
        projectId: project.id,
        domainId: params.domainId,
      })
      if (!held) throw notFound()
      const { environment, ...before } = held
      guardProduction(project, environment)
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
        const theirs = toDomain({ env, projectId: project.id }, held)
        throw stale({ revision: before.revision, theirs, yours: null })
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
