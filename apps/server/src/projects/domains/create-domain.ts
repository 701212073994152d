import { createDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { ProjectsContext } from '../context.ts'
import { requireEnvironment } from '../environments/require-environment.ts'
import { checkHost, hostTaken } from './check-host.ts'
import { addDomain } from './domain-store.ts'
import { proveHost } from './prove-host.ts'
import { toDomain } from './to-domain.ts'

export const createDomain = route(
  endpoint,
  async ({ project, body, mutate }, { db, env }: ProjectsContext) => {
    const projectId = project.id
    const host = body.domain
    checkHost(env, host)
    // Before the DNS server is asked on behalf of someone who may not create the domain.
    await requireEnvironment(db, { project, environmentId: body.environment })
    const proof = await proveHost(env, { projectId, host, isAdmin: project.role === 'admin' })
    return mutate(async (transaction) => {
      const environment = await requireEnvironment(transaction, {
        project,
        environmentId: body.environment,
      })
      const domain = await addDomain(transaction, {
        id: newId('dom'),
        host,
        environmentId: environment.id,
        ...proof,
      })
      if (!domain) throw hostTaken()
      return {
        answer: { domain: toDomain({ env, projectId }, domain) },
        audit: {
          action: 'created',
          entity: 'domain',
          entityId: domain.id,
          projectId,
          environment: environment.name,
          after: { domain: host, environment: environment.name, proved: proof.proved },
        },
      }
    })
  },
)
