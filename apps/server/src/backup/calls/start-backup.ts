import { startBackup as endpoint } from '@plinth/contract'
import { projectNotFound, Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { tellChange } from '../../platform/changes.ts'
import { newId } from '../../platform/new-id.ts'
import { addBackup, findBackup, toBackup } from '../backup-store.ts'
import { JOBS_CHANGED } from '../job/job-store.ts'
import { jobBinding } from '../job/run-backup.ts'
import { newArchiveKey } from '../new-archive-key.ts'
import { findSecretEnvironments } from '../secrets-by-store.ts'
import { chooseStore } from './choose-store.ts'

export const startBackup = route(
  endpoint,
  async ({ project, staff, body, request, mutate }, { db, files, vault }) => {
    const projectId = project.id
    const { backupId } = await mutate(async (transaction) => {
      if (project.state !== 'ready') {
        throw new Refusal('conflict', 'The project is still being prepared.')
      }
      const id = newId('bkp')
      const by = { secretsBy: staff.id }
      const { passphrase } = body
      const secretsOf =
        passphrase === undefined ? [] : await findSecretEnvironments(transaction, by)
      const added = await addBackup(transaction, {
        id,
        projectId,
        organisationId: staff.organisationId,
        origin: 'person',
        store: chooseStore(files, body.store),
        key: newArchiveKey({ id, projectId }),
        passphrase: passphrase === undefined ? null : vault.seal(passphrase, jobBinding(id)),
        ...by,
        secretsOf,
        staffId: staff.id,
        by: staff.email,
        requestId: request.id,
      })
      if (!added) throw new Refusal('conflict', 'A backup of this project is under way already.')
      await tellChange(transaction, JOBS_CHANGED)
      return {
        answer: { backupId: id },
        audit: {
          action: 'started',
          entity: 'backup',
          entityId: id,
          projectId,
          after: { secretsOf },
        },
      }
    })
    const backup = await findBackup(db, { projectId, backupId })
    if (!backup) throw projectNotFound()
    return { backup: toBackup(backup) }
  },
)
