import { type EnvironmentName, saveOrigins as endpoint, type FieldIssue } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, notFound, stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { requireEnvironment } from '../environments/require-environment.ts'
import { isBelowProved, parentOfWildcard } from './below-proved-host.ts'
import { lockOriginsForUpdate, putOrigins, selectHostsOfProject } from './origin-store.ts'

interface Asked {
  environment: EnvironmentName
  origins: readonly string[]
  allowsLocal: boolean
  provedHosts: readonly string[]
}

function problemOf(origin: string, { environment, provedHosts }: Asked): string | undefined {
  const parent = parentOfWildcard(origin)
  if (parent !== undefined && environment === 'production')
    return `${origin} has a wildcard, and production allows exact origins only. List each origin.`
  if (!isBelowProved(origin, provedHosts))
    return `${origin} allows every name below ${parent}. First create the domain ${parent}, or one above it, and prove it.`
  if (parent !== undefined || !/^https?:/.test(origin)) return undefined
  const sent = URL.canParse(origin) ? new URL(origin).origin : undefined
  if (sent === origin) return undefined
  return sent === undefined
    ? `${origin} is not a valid address.`
    : `${origin} is never sent by a browser. Write ${sent} instead.`
}

function issuesOf(asked: Asked): FieldIssue[] {
  const issues = asked.origins
    .map((origin) => problemOf(origin, asked))
    .filter((message) => message !== undefined)
    .map((message) => ({ path: 'origins', message }))
  const isOpen = asked.environment === 'production' && asked.allowsLocal
  const message = 'Production cannot allow local pages. List the origins that it needs.'
  return isOpen ? [...issues, { path: 'allowsLocal', message }] : issues
}

export const saveOrigins = route(
  endpoint,
  ({ project, body, request, mutate }, _context: ProjectsContext) =>
    mutate(async (transaction) => {
      const { environmentId, allowsLocal } = body
      const { name: environment } = await requireEnvironment(transaction, {
        project,
        environmentId,
        field: 'environmentId',
      })
      const before = await lockOriginsForUpdate(transaction, environmentId)
      if (!before) throw notFound()
      if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
        throw stale({ revision: before.revision, theirs: before, yours: body })
      }
      const origins = [...new Set(body.origins)]
      const provedHosts = await selectHostsOfProject(transaction, project.id)
      const issues = issuesOf({ environment, origins, allowsLocal, provedHosts })
      if (issues.length > 0) throw invalid(issues)
      const revision = await putOrigins(transaction, { environmentId, origins, allowsLocal })
      return {
        answer: { data: { environmentId, environment, origins, allowsLocal, revision } },
        audit: {
          action: 'changed',
          entity: 'origins',
          entityId: environmentId,
          projectId: project.id,
          environment,
          before: { origins: before.origins, allowsLocal: before.allowsLocal },
          after: { origins, allowsLocal },
        },
      }
    }),
)
