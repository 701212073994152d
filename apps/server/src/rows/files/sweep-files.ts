import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { RowsContext } from '../context.ts'
import { cellHasFile } from '../file-store/cell-has-file.ts'
import { protectFile } from '../file-store/protect-files.ts'
import { publishFile } from '../file-store/publish-files.ts'
import { thumbnailKeyOf } from '../file-store/thumbnail-key.ts'
import { confirmUploads } from '../file-store/unconfirmed-store.ts'
import { type DueUpload, lockDueUpload, resolveUpload } from '../file-store/upload-store.ts'
import { readStoredRow } from '../write/update-row.ts'
import { findOwningColumn } from './move/find-owning-column.ts'
import { sweepLeftCopy } from './move/sweep-left-copy.ts'
import { sweepExpired } from './sweep-expired.ts'

const EVERY_MS = 5_000
/** Longer than any write takes, so that the row's value is final. */
const CLAIMED_SECONDS = 600
/** Time to save the row for which a file was uploaded. */
const PENDING_SECONDS = 86_400

type Sweeping = Pick<RowsContext, 'db' | 'files' | 'environments' | 'usage'>

/** Whether the row that claimed a file contains it. */
async function isHeld(context: Sweeping, due: DueUpload): Promise<boolean> {
  const home = await findOwningColumn(context, due)
  // A table or field in the trash may be restored, and its files with it.
  if (!home || due.rowId === null) return due.wasHeld
  try {
    const { name } = home.column
    const view = { columns: new Set(['id', name]), relations: new Map() }
    const row = await readStoredRow(home, due.rowId, view)
    return cellHasFile(row[name], due.key)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

async function isProtected(context: Sweeping, due: DueUpload): Promise<boolean> {
  const column = (await findOwningColumn(context, due))?.column
  const isFile = column?.type === 'image' || column?.type === 'file'
  return isFile && column.options.isProtected
}

/** Completes what a killed process left undone for a file that its row contains. */
async function settleHeld(
  { files }: Sweeping,
  options: { transaction: Transaction; due: DueUpload; isProtected: boolean },
): Promise<void> {
  const { transaction, due } = options
  const { key, store } = due
  await resolveUpload(transaction, { key, outcome: 'held' })
  await confirmUploads(transaction, [{ key, size: null }])
  await files.in(store).staging.remove(key)
  if (due.acl !== 'public-read') return
  // The field may have become protected while the row was saved.
  if (options.isProtected) await protectFile(transaction, { files, key })
  else if (!due.isPublic) await publishFile({ on: transaction, files }, { key, store })
}

/** Resolves the state of one upload that is due; false when there is none. */
async function sweepOne(context: Sweeping): Promise<boolean> {
  const stores = context.files.all.map(({ kind }) => kind)
  const age = { claimedSeconds: CLAIMED_SECONDS, pendingSeconds: PENDING_SECONDS, stores }
  return context.db.transaction(async (transaction) => {
    const due = await lockDueUpload(transaction, age)
    if (!due) return false
    const { key } = due
    // A process sweeps one file at a time, so taking a second connection inside the transaction cannot exhaust the pool.
    const look = (ask: typeof isHeld) => context.db.outside(() => ask(context, due))
    if (due.state === 'claimed' && (await look(isHeld))) {
      await settleHeld(context, { transaction, due, isProtected: await look(isProtected) })
    } else if (due.state === 'claimed' && !due.wasHeld && !due.isConfirmed) {
      await context.files.in(due.store).staging.withdraw(key)
      await resolveUpload(transaction, { key, outcome: 'pending' })
    } else {
      const places = [due.store, ...(due.leftIn ? [due.leftIn] : [])]
      for (const place of places) await context.files.in(place).remove([key, thumbnailKeyOf(key)])
      await resolveUpload(transaction, { key, outcome: 'gone' })
      context.usage.addStorage(due.projectId)
    }
    return true
  })
}

/** Removes files that no row has taken or that no row contains any more. */
export function startFileSweep(context: Sweeping & Pick<RowsContext, 'jobs'>): StartedJob {
  return context.jobs.start({
    name: 'file-sweep',
    everyMs: EVERY_MS,
    run: async () =>
      (await sweepOne(context)) || (await sweepLeftCopy(context)) || (await sweepExpired(context)),
  })
}
