import { cancelBackup as endpoint } from '@plinth/contract'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { toBackup } from '../backup-store.ts'
import { askToCancel } from '../job/job-store.ts'
import { requireBackup } from './require-backup.ts'

export const cancelBackup = route(endpoint, async ({ project, params, mutate }, { db }) => {
  const { backupId: id } = params
  await requireBackup(db, params)
  await mutate(async (transaction) => {
    if (!(await askToCancel(transaction, { kind: 'backup', id }))) {
      throw new Refusal('conflict', 'It has ended already.')
    }
    return {
      answer: {},
      audit: { action: 'stopped', entity: 'backup', entityId: id, projectId: project.id },
    }
  })
  return { backup: toBackup(await requireBackup(db, params)) }
})
