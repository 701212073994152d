import { createCredential as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound, taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { findEnvironment } from '../../projects/environments/environment-store.ts'
import type { WorkflowsContext } from '../context.ts'
import { answerSavedCredential } from './answer-saved-credential.ts'
import { addCredential, saveSecrets } from './credential-store.ts'
import { openFingerprints } from './fingerprint.ts'
import { sealSecrets } from './seal-secrets.ts'

export const credentialNameTaken = () =>
  taken({ path: 'name', message: 'This environment has a credential with this name already.' })

export const createCredential = route(
  endpoint,
  ({ project, body, mutate }, { vault }: WorkflowsContext) =>
    mutate(async (transaction) => {
      const projectId = project.id
      const environment = await findEnvironment(transaction, { projectId, name: 'dev' })
      if (!environment) throw projectNotFound()
      const id = newId('crd')
      const { name, type } = body
      const sealed = sealSecrets(vault, {
        type,
        data: body.data,
        key: { projectId, environmentId: environment.id, credentialId: id },
        fingerprint: await openFingerprints(transaction, { vault, projectId, type }),
        before: undefined,
      })
      const added = { id, environmentId: environment.id, name, type, data: sealed.data }
      if (!(await addCredential(transaction, added))) throw credentialNameTaken()
      await saveSecrets(transaction, { id, ...sealed })
      return answerSavedCredential(transaction, { projectId, id, action: 'created' })
    }),
)
