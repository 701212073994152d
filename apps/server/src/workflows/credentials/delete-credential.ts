import { deleteCredential as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../context.ts'
import { dropCredential, lockCredential } from './credential-store.ts'
import { prepareRevocation } from './oauth/revoke-on-delete.ts'
import { credentialSnapshot, readCredentials } from './to-credential.ts'

export const deleteCredential = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, params, request, mutate } = call
  const revoke = await prepareRevocation(context, { projectId: project.id, id: params.id })
  const answer = await mutate(async (transaction) => {
    const projectId = project.id
    const before = await lockCredential(transaction, { projectId, credentialId: params.id })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
      const theirs = (await readCredentials(transaction, projectId)).find(
        (one) => one.id === before.id,
      )
      throw stale({ revision: before.revision, theirs, yours: null })
    }
    await dropCredential(transaction, before.id)
    return {
      answer: {},
      audit: {
        action: 'deleted',
        entity: 'credential',
        entityId: before.id,
        projectId,
        environment: before.environment,
        before: credentialSnapshot(before),
      },
    }
  })
  revoke()
  return answer
})
