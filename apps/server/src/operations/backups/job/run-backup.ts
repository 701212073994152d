import { createZstdCompress } from 'node:zlib'
import type { EnvironmentName } from '@plinth/contract'
import { addAudit } from '../../../foundation/audit/audit-store.ts'
import type { OperationsContext } from '../../context.ts'
import { type BackupRow, findBackupById, recordArchive } from '../store/backup-store.ts'
import { keepHolding } from '../store/keep-holding.ts'
import { findSecretEnvironments } from '../store/secrets-by-store.ts'
import { takeBackup } from '../take/take-backup.ts'
import { endJob } from './job-store.ts'
import type { Job, JobWork } from './run-job.ts'

/** What a passphrase is sealed for, while a job waits for its worker. */
export const jobBinding = (id: string): string[] => ['backup', id]

type Parts = Pick<OperationsContext, 'db' | 'engines' | 'files' | 'vault' | 'log'>

/** Says whose secrets left the vault, whoever or whatever started the backup. */
const entryOf = ({ id, projectId, origin }: BackupRow, secretsOf: readonly EnvironmentName[]) => ({
  action: 'made',
  entity: 'backup',
  entityId: id,
  projectId,
  after: { origin, secretsOf },
})

/** Makes the archive under its name only when all of it is there. */
async function run(context: Parts, { id, attempts, signal, tell }: Job): Promise<void> {
  const { db, files, vault } = context
  const backup = await findBackupById(db, id)
  if (!backup) return
  const { projectId, key, store } = backup
  const passphrase = backup.passphrase ? vault.open(backup.passphrase, jobBinding(id)) : undefined
  const release = await keepHolding(context, { id, projectId })
  try {
    const out = createZstdCompress()
    const body = { key, type: 'application/zstd', acl: 'private', body: out } as const
    const writing = files.in(store).writeStream(body)
    writing.catch((error) => out.destroy(error))
    // Asked now: whoever chose the passphrase may be no admin any more.
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
      if (!(await endJob(transaction, ended))) throw new Error('another worker has this job')
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
