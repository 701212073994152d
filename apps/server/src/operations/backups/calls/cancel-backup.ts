import { cancelBackup as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../../context.ts'
import { requestJobCancel } from '../job/job-store.ts'
import { toBackup } from '../store/backup-store.ts'
import { requireBackup } from './require-backup.ts'

export const cancelBackup = route(
  endpoint,
  async ({ project, params, mutate }, { db }: OperationsContext) => {
    const { backupId: id } = params
    await requireBackup(db, params)
    await mutate(async (transaction) => {
      if (!(await requestJobCancel(transaction, { kind: 'backup', id }))) {
        throw new ApiError('conflict', 'This backup has already ended.')
      }
      return {
        answer: {},
        audit: { action: 'stopped', entity: 'backup', entityId: id, projectId: project.id },
      }
    })
    return { backup: toBackup(await requireBackup(db, params)) }
  },
)
