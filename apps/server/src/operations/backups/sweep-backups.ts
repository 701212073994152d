import type { DiskFileStore } from '../../rows/file-store/disk/disk-file-store.ts'
import type { OperationsContext } from '../context.ts'
import { forgetDiscarded, takeDiscarded } from './restore/restore-store.ts'
import { isArchiveWanted } from './store/backup-store.ts'
import { isLeased } from './store/file-lease-store.ts'
import { ARCHIVES } from './store/new-archive-key.ts'

/** Drops a database that a restore has replaced; false if there is none. */
async function dropDiscarded({
  db,
  engines,
}: Pick<OperationsContext, 'db' | 'engines'>): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const due = await takeDiscarded(transaction)
    if (!due) return false
    await engines[due.placement.engine].drop(due.placement)
    await forgetDiscarded(transaction, due.id)
    return true
  })
}

/** Removes what a killed backup left: copies of rows, incomplete archives, archives without a record. */
export async function sweepBackups({
  db,
  engines,
  files,
}: Pick<OperationsContext, 'db' | 'engines' | 'files'>): Promise<void> {
  for (const engine of Object.values(engines)) await engine.sweepSnapshots((id) => isLeased(db, id))
  while (await dropDiscarded({ db, engines }));
  await (files.in('disk') as DiskFileStore).folder.sweepDrafts()
  for (const store of files.all) {
    for await (const key of store.list(ARCHIVES)) {
      if (!(await isArchiveWanted(db, key))) await store.remove([key])
    }
  }
}
