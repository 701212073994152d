import type { OperationsContext } from '../context.ts'
import { dropBackupsOf } from './store/backup-store.ts'
import { archivesOf } from './store/new-archive-key.ts'

/** Deletes the archives of a project in every store, then their records. Idempotent. */
export async function eraseBackups(
  { db, files }: Pick<OperationsContext, 'db' | 'files'>,
  projectId: string,
): Promise<void> {
  for (const store of files.all) {
    for await (const key of store.list(archivesOf(projectId))) await store.remove([key])
  }
  await dropBackupsOf(db, projectId)
}
