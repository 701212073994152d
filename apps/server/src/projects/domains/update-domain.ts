import { updateDomain as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { guardProduction, requireEnvironment } from '../environments/require-environment.ts'
import { checkHost, hostTaken } from './check-host.ts'
import { findDomain, lockDomainForUpdate, saveDomain } from './domain-store.ts'
import { type HostProof, proveHost } from './prove-host.ts'
import { toDomain } from './to-domain.ts'

export const updateDomain = route(
  endpoint,
  async ({ project, params, body, request, mutate }, { db, env }: ProjectsContext) => {
    const key = { projectId: project.id, domainId: params.domainId }
    const at = { env, projectId: project.id }
    const found = await findDomain(db, key)
    if (!found) throw notFound()
    guardProduction(project, found.environment)
    checkHost(env, body.domain)
    const claim = { projectId: project.id, host: body.domain, isAdmin: project.role === 'admin' }
    const isSameHost = body.domain === found.domain_name
    const proof = isSameHost && found.proved ? undefined : await proveHost(env, claim)
    return mutate(async (transaction) => {
      const held = await lockDomainForUpdate(transaction, key)
      if (!held) throw notFound()
      const { environment: from, ...before } = held
      guardProduction(project, from)
      const to = await requireEnvironment(transaction, { project, environmentId: body.environment })
      const theirs = toDomain(at, held)
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
        throw stale({ revision: before.revision, theirs, yours: body })
      }
      // Without a check of its own the save keeps the proof, if the host name is still the same.
      const isKept = before.proved && before.domain_name === body.domain
      const kept: HostProof = { proved: isKept, problem: '' }
      const domain = await saveDomain(transaction, {
        id: before.id,
        host: body.domain,
        environmentId: to.id,
        ...(isKept ? kept : (proof ?? kept)),
      })
      if (!domain) throw hostTaken()
      return {
        answer: { domain: toDomain(at, domain) },
        audit: {
          action: 'changed',
          entity: 'domain',
          entityId: domain.id,
          projectId: project.id,
          environment: to.name,
          before: { domain: before.domain_name, environment: from, proved: before.proved },
          after: { domain: domain.domain_name, environment: to.name, proved: domain.proved },
        },
      }
    })
  },
)
