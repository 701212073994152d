import { updateDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { guardProduction, requireEnvironment } from '../environments/require-environment.ts'
import { checkHost, hostTaken } from './check-host.ts'
import { lockDomainForUpdate, saveDomain } from './domain-store.ts'

export const updateDomain = route(
  endpoint,
  ({ project, params, body, request, mutate }, { env }: ProjectsContext) =>
    mutate(async (transaction) => {
      const held = await lockDomainForUpdate(transaction, {
        projectId: project.id,
        domainId: params.domainId,
      })
      if (!held) throw notFound()
      const { environment: from, ...before } = held
      guardProduction(project, from)
      const to = await requireEnvironment(transaction, { project, environmentId: body.environment })
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
        throw stale({ revision: before.revision, theirs: before, yours: body })
      }
      checkHost(env, body.domain)
      const domain = await saveDomain(transaction, {
        id: before.id,
        host: body.domain,
        environmentId: to.id,
      })
      if (!domain) throw hostTaken()
      return {
        answer: { domain },
        audit: {
          action: 'changed',
          entity: 'domain',
          entityId: domain.id,
          projectId: project.id,
          environment: to.name,
          before: { domain: before.domain_name, environment: from },
          after: { domain: domain.domain_name, environment: to.name },
        },
      }
    }),
)
