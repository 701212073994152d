import { proveDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { guardProduction } from '../environments/require-environment.ts'
import { hostTaken } from './check-host.ts'
import { findDomain, markProved, recordProblem } from './domain-store.ts'
import { isExempt, proveHost } from './prove-host.ts'
import { toDomain } from './to-domain.ts'

/** A domain that is proved stays so, whatever the DNS server answers. */
export const proveDomain = route(
  endpoint,
  async ({ project, params, mutate }, { db, env }: ProjectsContext) => {
    const projectId = project.id
    const found = await findDomain(db, { projectId, domainId: params.domainId })
    if (!found) throw notFound()
    const { id, domain_name: host, environment } = found
    guardProduction(project, environment)
    const at = { env, projectId }
    if (found.proved) return { domain: toDomain(at, found) }
    const isAdmin = project.role === 'admin'
    if (env.domainProof.by === 'admin' && !isAdmin && !isExempt(env, host)) {
      throw new ApiError('forbidden', 'Only an admin may confirm a domain.')
    }
    const { proved, problem } = await proveHost(env, { projectId, host, isAdmin })
    if (!proved) {
      await recordProblem(db, { id, problem })
      return { domain: toDomain(at, { ...found, problem }) }
    }
    return mutate(async (transaction) => {
      const domain = await markProved(transaction, { id, host })
      if (!domain) throw hostTaken()
      return {
        answer: { domain: toDomain(at, domain) },
        audit: {
          ...{ action: 'proved', entity: 'domain', entityId: id, projectId, environment },
          after: { domain: host, environment },
        },
      }
    })
  },
)
