import type { Readable } from 'node:stream'
import type { Transaction } from '../../../foundation/platform/database.ts'
import type { OperationsContext } from '../../context.ts'
import type { ReportProgress } from '../archive/report-progress.ts'
import { holdFileLease } from '../store/hold-file-lease.ts'
import { cleanRestore } from './clean-restore.ts'
import { fillTargets } from './fill-targets.ts'
import { makeVisible } from './make-visible.ts'
import type { RestoreRow } from './restore-store.ts'
import { chooseTargets } from './restore-target.ts'
import { verifyArchive } from './verify-archive.ts'
import { findFileStore } from './visible-store.ts'

export type Restoring = Pick<
  OperationsContext,
  'db' | 'engines' | 'files' | 'vault' | 'env' | 'log'
>

export interface RestoreRequest {
  restore: RestoreRow
  open: () => Promise<Readable>
  passphrase: string | undefined
  /** Throws if the job was cancelled or belongs to another worker, in the transaction that makes the restore visible. */
  confirmLease: (transaction: Transaction) => Promise<void>
  signal: AbortSignal
  tell: ReportProgress
}

/**
 * Restores an archive. It is read twice: first to verify every checksum, then into invisible targets that one
 * transaction makes visible. Until that commit nothing has changed.
 */
export async function restoreArchive(context: Restoring, request: RestoreRequest): Promise<string> {
  const { restore, passphrase, signal, tell } = request
  const { db } = context
  await cleanRestore(context, restore.id)
  await tell({ message: 'Checking the archive', progress: 0.02 })
  const archive = await verifyArchive(await request.open(), { passphrase, signal })
  const targets = await chooseTargets(context, { restore, archive })
  const release = await holdFileLease(context, { id: restore.id, projectId: targets.projectId })
  try {
    const store = (await findFileStore(db, targets.projectId)) ?? context.files.home
    const filling = { restore, archive, targets, store, signal, tell }
    await fillTargets(context, await request.open(), filling)
    signal.throwIfAborted()
    await tell({ message: 'Switching over', progress: 0.97 })
    await db.transaction(async (transaction) => {
      await makeVisible(context, { transaction, filling })
      await request.confirmLease(transaction)
    })
    return targets.projectId
  } finally {
    await release()
  }
}
