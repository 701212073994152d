import type { DiskFileStore } from '../../rows/file-store/disk/disk-file-store.ts'
import type { OperationsContext } from '../context.ts'
import { dropReplaced } from './restore/drop-replaced.ts'
import { isArchiveWanted } from './store/backup-store.ts'
import { isLeased } from './store/file-lease-store.ts'
import { ARCHIVES } from './store/new-archive-key.ts'

/** Removes what a killed backup left: copies of rows, incomplete archives, archives without a record. */
export async function sweepBackups({
  db,
  engines,
  files,
}: Pick<OperationsContext, 'db' | 'engines' | 'files'>): Promise<void> {
  for (const engine of Object.values(engines)) await engine.sweepSnapshots((id) => isLeased(db, id))
  while (await dropReplaced({ db, engines }));
  await (files.in('disk') as DiskFileStore).folder.sweepDrafts()
  for (const store of files.all) {
    for await (const key of store.list(ARCHIVES)) {
      if (!(await isArchiveWanted(db, key))) await store.remove([key])
    }
  }
}
