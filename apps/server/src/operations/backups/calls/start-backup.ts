import { startBackup as endpoint } from '@plinth/contract'
import { requireRecentProof } from '../../../foundation/http/access/recent-proof.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, projectNotFound } from '../../../foundation/http/errors/api-error.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'
import type { OperationsContext } from '../../context.ts'
import { JOBS_CHANGED } from '../job/job-store.ts'
import { jobBinding } from '../job/run-backup.ts'
import { addBackup, findBackup, toBackup } from '../store/backup-store.ts'
import { newArchiveKey } from '../store/new-archive-key.ts'
import { findSecretEnvironments } from '../store/secrets-by-store.ts'
import { chooseStore } from './choose-store.ts'

export const startBackup = route(
  endpoint,
  async ({ project, staff, body, request, mutate }, { db, files, vault }: OperationsContext) => {
    const projectId = project.id
    const { backupId } = await mutate(async (transaction) => {
      if (project.state !== 'ready') {
        throw new ApiError('conflict', 'The project is still being prepared.')
      }
      const id = newId('bkp')
      const by = { secretsBy: staff.id }
      const { passphrase } = body
      if (passphrase !== undefined) requireRecentProof(staff)
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
      if (!added) throw new ApiError('conflict', 'A backup of this project is already in progress.')
      await notify(transaction, JOBS_CHANGED)
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
