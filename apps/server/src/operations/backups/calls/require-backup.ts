import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { type BackupRow, findBackup } from '../store/backup-store.ts'

/** Throws 404 unless the backup belongs to this project. */
export async function requireBackup(
  on: Queryable,
  key: { projectId: string; backupId: string },
): Promise<BackupRow> {
  const backup = await findBackup(on, key)
  if (!backup) throw new ApiError('not_found', 'There is no such backup.')
  return backup
}

/** Throws unless the backup's archive exists. */
export async function requireArchive(
  on: Queryable,
  key: { projectId: string; backupId: string },
): Promise<BackupRow> {
  const backup = await requireBackup(on, key)
  if (backup.state !== 'done') {
    throw new ApiError('conflict', 'This backup has no archive: it did not end, or failed.')
  }
  return backup
}
