import { updateCredential as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../context.ts'
import { answerSavedCredential } from './answer-saved-credential.ts'
import { credentialNameTaken } from './create-credential.ts'
import { lockCredential, saveCredential, saveSecrets } from './credential-store.ts'
import { openFingerprints } from './fingerprint.ts'
import { keepConnection } from './oauth/keep-connection.ts'
import { sealSecrets } from './seal-secrets.ts'
import { credentialSnapshot, readCredentials } from './to-credential.ts'

export const updateCredential = route(endpoint, (call, { vault }: WorkflowsContext) =>
  call.mutate(async (transaction) => {
    const { project, params, body, request } = call
    const projectId = project.id
    const before = await lockCredential(transaction, { projectId, credentialId: params.id })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    const { id, environmentId } = before
    const { name, type } = body
    if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
      const theirs = (await readCredentials(transaction, projectId)).find((one) => one.id === id)
      // The request may hold new secrets, so they are not echoed in the conflict.
      throw stale({ revision: before.revision, theirs, yours: { name, type } })
    }
    const sealed = sealSecrets(vault, {
      type,
      data: body.data,
      key: { projectId, environmentId, credentialId: id },
      fingerprint: await openFingerprints(transaction, { vault, projectId, type }),
      before,
    })
    const saved = await saveCredential(transaction, { id, name, type, data: sealed.data })
    if (!saved) throw credentialNameTaken()
    await saveSecrets(transaction, { id, ...sealed })
    await keepConnection(transaction, { before, type, sealed })
    return answerSavedCredential(transaction, {
      projectId,
      id,
      action: 'changed',
      before: credentialSnapshot(before),
    })
  }),
)
