import { createCredential as endpoint } from '@plinth/contract'
import { projectNotFound, taken } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { newId } from '../platform/new-id.ts'
import { findEnvironment } from '../project/environment-store.ts'
import { answerSaved } from './answer-saved.ts'
import { addCredential, saveSecrets } from './credential-store.ts'
import { openFingerprints } from './fingerprint.ts'
import { sealSecrets } from './seal-secrets.ts'

export const nameTaken = () =>
  taken({ path: 'name', message: 'This environment has a credential with this name already.' })

export const createCredential = route(endpoint, ({ project, body, mutate }, { vault }) =>
  mutate(async (transaction) => {
    const projectId = project.id
    const environment = await findEnvironment(transaction, { projectId, name: 'dev' })
    if (!environment) throw projectNotFound()
    const id = newId('crd')
    const { name, type } = body
    const sealed = sealSecrets(vault, {
      type,
      data: body.data,
      place: { projectId, environmentId: environment.id, credentialId: id },
      fingerprint: await openFingerprints(transaction, { vault, projectId, type }),
      before: undefined,
    })
    const added = { id, environmentId: environment.id, name, type, data: sealed.data }
    if (!(await addCredential(transaction, added))) throw nameTaken()
    await saveSecrets(transaction, { id, ...sealed })
    return answerSaved(transaction, { projectId, id, action: 'created' })
  }),
)
