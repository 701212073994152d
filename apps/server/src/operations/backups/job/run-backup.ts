import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import type { EnvironmentName } from '@plinth/contract'
import { addAudit } from '../../../foundation/audit/audit-store.ts'
import { whileSpaceIsFree } from '../../../rows/request/require-free-space.ts'
import type { OperationsContext } from '../../context.ts'
import { type BackupRow, findBackupById, recordArchive } from '../store/backup-store.ts'
import { holdFileLease } from '../store/hold-file-lease.ts'
import { findSecretEnvironments } from '../store/secrets-by-store.ts'
import { takeBackup } from '../take/take-backup.ts'
import { endJob } from './job-store.ts'
import type { Job, JobWork } from './run-leased-job.ts'

/** Binding under which a passphrase is sealed while its job is queued. */
export const jobBinding = (id: string): string[] => ['backup', id]

type Parts = Pick<OperationsContext, 'db' | 'engines' | 'env' | 'files' | 'vault' | 'log'>

/** The audit entry of a backup, manual or scheduled; it names the environments whose secrets are included. */
const entryOf = ({ id, projectId, origin }: BackupRow, secretsOf: readonly EnvironmentName[]) => ({
  action: 'made',
  entity: 'backup',
  entityId: id,
  projectId,
  after: { origin, secretsOf },
})

/** Publishes the archive under its key only when it is complete. */
async function run(context: Parts, { id, attempts, signal, tell }: Job): Promise<void> {
  const { db, env, files, vault } = context
  const backup = await findBackupById(db, id)
  if (!backup) return
  const { projectId, key, store } = backup
  const passphrase = backup.passphrase ? vault.open(backup.passphrase, jobBinding(id)) : undefined
  const release = await holdFileLease(context, { id, projectId })
  try {
    const out = createZstdCompress()
    const pieces = store === 'disk' ? Readable.from(whileSpaceIsFree(out, env)) : out
    const body = { key, type: 'application/zstd', acl: 'private', body: pieces } as const
    const writing = files.in(store).writeStream(body)
    writing.catch((error) => out.destroy(error))
    // Checked now, since the person who chose the passphrase may no longer be an admin.
    const secretsOf = passphrase === undefined ? [] : await findSecretEnvironments(db, backup)
    const request = { id, projectId, passphrase, secretsOf, out, tell, signal }
    const { contents, missingFiles } = await takeBackup(context, request).catch((error) => {
      out.destroy(error)
      return writing.then(() => {
        throw error
      })
    })
    const bytes = await writing
    const message =
      missingFiles > 0 ? `${missingFiles} files were not in their store and are left out.` : ''
    await db.transaction(async (transaction) => {
      await recordArchive(transaction, { id, bytes, contents, secretsOf })
      await addAudit(transaction, { author: backup, entry: entryOf(backup, secretsOf) })
      const ended = { kind: 'backup', id, attempts, state: 'done', message } as const
      if (!(await endJob(transaction, ended)))
        throw new Error('backup: job belongs to another worker')
    })
  } finally {
    await release()
  }
}

export function backupWork(context: Parts): JobWork {
  return {
    kind: 'backup',
    run: (job) => run(context, job),
    async clean(id) {
      const backup = await findBackupById(context.db, id)
      if (backup) await context.files.in(backup.store).remove([backup.key])
    },
  }
}
