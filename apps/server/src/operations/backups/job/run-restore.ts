import { requireFreeSpace } from '../../../rows/request/require-free-space.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { cleanRestore } from '../restore/clean-restore.ts'
import { type Restoring, restoreArchive } from '../restore/restore-archive.ts'
import { findRestoreById } from '../restore/restore-store.ts'
import { findBackupById } from '../store/backup-store.ts'
import { finishRestore } from './finish-restore.ts'
import { renewLease } from './job-store.ts'
import { jobBinding } from './run-backup.ts'
import type { Job, JobWork } from './run-leased-job.ts'

async function run(context: Restoring, { id, attempts, signal, tell }: Job): Promise<void> {
  const { db, files, vault } = context
  const restore = await findRestoreById(db, id)
  if (!restore) return
  // A worker that was killed after the switch left only the end to do.
  if (restore.madeProjectId !== null) return finishRestore(context, { id, attempts })
  const backup = restore.backupId === null ? undefined : await findBackupById(db, restore.backupId)
  // A killed command cannot be continued here: its file is on another machine's disk.
  if (!backup) throw new ArchiveError('The archive no longer exists.')
  const { key, store } = backup
  await requireFreeSpace(context.env, backup.bytes ?? 0)
  await restoreArchive(context, {
    restore,
    open: () => files.in(store).read(key),
    passphrase: restore.passphrase ? vault.open(restore.passphrase, jobBinding(id)) : undefined,
    confirmLease: async (transaction) => {
      const lease = await renewLease(transaction, { kind: 'restore', id, attempts })
      if (lease !== 'mine') throw new Error(`restore: job was ${lease}`)
    },
    signal,
    tell,
  })
  await finishRestore(context, { id, attempts })
}

export function restoreWork(context: Restoring): JobWork {
  return {
    kind: 'restore',
    run: (job) => run(context, job),
    clean: (id) => cleanRestore(context, id),
  }
}
