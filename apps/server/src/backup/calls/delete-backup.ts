import { deleteBackup as endpoint } from '@plinth/contract'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { dropBackup } from '../backup-store.ts'
import { requireBackup } from './require-backup.ts'

export const deleteBackup = route(endpoint, async ({ project, params, mutate }, { db, files }) => {
  const { backupId } = params
  const { key, store, startedAt } = await requireBackup(db, params)
  const answer = await mutate(async (transaction) => {
    if (!(await dropBackup(transaction, backupId))) {
      throw new Refusal('conflict', 'This backup is under way. Stop it first.')
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
  // Should this fail, the sweep finds an archive without a record.
  await files.in(store).remove([key])
  return answer
})
