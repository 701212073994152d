import { deleteBackup as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../../context.ts'
import { dropBackup } from '../store/backup-store.ts'
import { requireBackup } from './require-backup.ts'

export const deleteBackup = route(
  endpoint,
  async ({ project, params, mutate }, { db, files }: OperationsContext) => {
    const { backupId } = params
    const { key, store, startedAt } = await requireBackup(db, params)
    const answer = await mutate(async (transaction) => {
      if (!(await dropBackup(transaction, backupId))) {
        throw new ApiError('conflict', 'This backup is in progress. Cancel it first.')
      }
      return {
        answer: {},
        audit: {
          action: 'deleted',
          entity: 'backup',
          entityId: backupId,
          projectId: project.id,
          before: { startedOn: startedAt.toISOString() },
        },
      }
    })
    // If this fails, the sweep finds an archive without a record.
    await files.in(store).remove([key])
    return answer
  },
)
