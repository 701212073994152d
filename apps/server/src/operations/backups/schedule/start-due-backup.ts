import { newId } from '../../../foundation/platform/new-id.ts'
import { nextTimes, readSchedule } from '../../../workflows/triggers/schedule/schedule.ts'
import type { OperationsContext } from '../../context.ts'
import { jobBinding } from '../job/run-backup.ts'
import { addBackup, dropBackup } from '../store/backup-store.ts'
import { newArchiveKey } from '../store/new-archive-key.ts'
import { listOutdated, setNext, takeDueSchedule, toSchedule } from './schedule-store.ts'

/** Binding under which the passphrase of a schedule is sealed. */
export const scheduleBinding = (projectId: string): string[] => ['backup-schedule', projectId]

/** The next time of a schedule; null if there is none. */
export function nextTimeOf(said: { cron: string; timezone: string }): Date | null {
  const read = readSchedule(said)
  if ('issue' in read) return null
  return nextTimes(read.schedule, { after: new Date(), count: 1 })[0] ?? null
}

/** Starts one scheduled backup that is due; false if there is none. Several missed times start one. */
export async function startDueBackup({
  db,
  vault,
}: Pick<OperationsContext, 'db' | 'vault'>): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const due = await takeDueSchedule(transaction)
    if (!due) return false
    const { projectId, organisationId, store } = due
    const id = newId('bkp')
    const passphrase = due.passphrase && vault.open(due.passphrase, scheduleBinding(projectId))
    // Inserts nothing while a backup of the project is still running.
    await addBackup(transaction, {
      id,
      projectId,
      organisationId,
      origin: 'schedule',
      store,
      key: newArchiveKey({ id, projectId }),
      passphrase: passphrase === null ? null : vault.seal(passphrase, jobBinding(id)),
      secretsBy: due.secretsBy,
      secretsOf: toSchedule(due).secretsOf,
      staffId: null,
      by: 'Schedule',
      requestId: id,
    })
    await setNext(transaction, { projectId, nextAt: nextTimeOf(due) })
    return true
  })
}

/** Deletes scheduled backups past the retention of their schedule. */
export async function dropOutdated({
  db,
  files,
}: Pick<OperationsContext, 'db' | 'files'>): Promise<void> {
  for (const { id, store, key } of await listOutdated(db)) {
    if (store === 's3' && !files.all.some(({ kind }) => kind === 's3')) continue
    await files.in(store).remove([key])
    await db.transaction((transaction) => dropBackup(transaction, id))
  }
}
