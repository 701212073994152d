import { Refusal } from '../../../foundation/http/errors/refusal.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { type BackupRow, findBackup } from '../store/backup-store.ts'

/** A backup of this project; any other is as one that is not there. */
export async function requireBackup(
  on: Queryable,
  asked: { projectId: string; backupId: string },
): Promise<BackupRow> {
  const backup = await findBackup(on, asked)
  if (!backup) throw new Refusal('not_found', 'There is no such backup.')
  return backup
}

/** A backup whose archive is there. */
export async function requireArchive(
  on: Queryable,
  asked: { projectId: string; backupId: string },
): Promise<BackupRow> {
  const backup = await requireBackup(on, asked)
  if (backup.state !== 'done') {
    throw new Refusal('conflict', 'This backup has no archive: it did not end, or failed.')
  }
  return backup
}
