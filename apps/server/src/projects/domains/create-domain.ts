import { createDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { ProjectsContext } from '../context.ts'
import { requireEnvironment } from '../environments/require-environment.ts'
import { checkHost, hostTaken } from './check-host.ts'
import { addDomain } from './domain-store.ts'

export const createDomain = route(endpoint, ({ project, body, mutate }, { env }: ProjectsContext) =>
  mutate(async (transaction) => {
    const environment = await requireEnvironment(transaction, {
      project,
      environmentId: body.environment,
    })
    checkHost(env, body.domain)
    const domain = await addDomain(transaction, {
      id: newId('dom'),
      host: body.domain,
      environmentId: environment.id,
    })
    if (!domain) throw hostTaken()
    return {
      answer: { domain },
      audit: {
        action: 'created',
        entity: 'domain',
        entityId: domain.id,
        projectId: project.id,
        environment: environment.name,
        after: { domain: domain.domain_name, environment: environment.name },
      },
    }
  }),
)
