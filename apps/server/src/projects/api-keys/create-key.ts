import { createKey as endpoint, KEY_PREFIX } from '@plinth/contract'
import { addNotice } from '../../accounts/notices/add-notice.ts'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { addKey } from '../../foundation/callers/api-key-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { ProjectsContext } from '../context.ts'
import { selectEnvironments } from '../environments/environment-store.ts'
import { guardProduction } from '../environments/require-environment.ts'
import { findProject } from '../lifecycle/project-store.ts'
import { readGrants } from './read-grants.ts'
import { keySnapshot, readApplied, toKey } from './to-key.ts'

function readExpiry(expiresOn: string | undefined): Date | null {
  if (expiresOn === undefined) return null
  const expiresAt = new Date(expiresOn)
  if (expiresAt.getTime() <= Date.now())
    throw invalid([{ path: 'expiresOn', message: 'must be in the future' }])
  return expiresAt
}

export const createKey = route(endpoint, async (call, { durable }: ProjectsContext) => {
  const { project, body, staff, request, mutate } = call
  const secret = `${KEY_PREFIX}${newToken()}`
  let isMade = false
  const answer = await mutate(async (transaction) => {
    const { name, environment } = body
    guardProduction(project, environment)
    const scope = { projectId: project.id, environment }
    const environments = await selectEnvironments(transaction, project.id)
    const environmentId = environments.find((one) => one.name === environment)?.id
    if (!environmentId) throw projectNotFound()
    const applied = await readApplied(transaction, scope)
    const made = {
      id: newId('key'),
      name,
      environmentId,
      grants: readGrants(body.tables, applied),
      canNameVisitors: body.canNameVisitors,
      expiresAt: readExpiry(body.expiresOn),
    }
    const createdAt = await addKey(transaction, {
      ...made,
      tokenHash: hashToken(secret),
      staffId: staff.id,
    })
    const { name: projectName } = (await findProject(transaction, project)) ?? { name: '' }
    const about = `"${name}" for ${environment} of the project "${projectName}"`
    await addNotice(transaction, { kind: 'key-created', to: staff, request, about })
    const stored = { ...made, ...scope, createdAt, createdBy: staff.email, lastUsedAt: null }
    const key = toKey(stored, applied)
    isMade = true
    return {
      answer: { key },
      audit: {
        action: 'created',
        entity: 'key',
        entityId: key.id,
        projectId: project.id,
        environment,
        after: keySnapshot(key),
      },
    }
  })
  durable.wake()
  // The answer stored for a repeated request must not contain the secret (R17).
  if (!isMade)
    throw new ApiError(
      'conflict',
      'This key exists already, and its secret is shown only once. Revoke it and create another.',
    )
  return { ...answer, secret }
})
