import type { Context } from '../context.ts'
import type { DiskFileStore } from '../file/disk/disk-file-store.ts'
import { isArchiveWanted } from './backup-store.ts'
import { isHeld } from './hold-store.ts'
import { ARCHIVES } from './new-archive-key.ts'

/** Removes what a killed backup left: copies of rows, half archives, archives whose record is gone. */
export async function sweepBackups({
  db,
  engines,
  files,
}: Pick<Context, 'db' | 'engines' | 'files'>): Promise<void> {
  for (const engine of Object.values(engines)) await engine.sweepSnapshots((id) => isHeld(db, id))
  await (files.in('disk') as DiskFileStore).folder.sweepDrafts()
  for (const store of files.all) {
    for await (const key of store.list(ARCHIVES)) {
      if (!(await isArchiveWanted(db, key))) await store.remove([key])
    }
  }
}
