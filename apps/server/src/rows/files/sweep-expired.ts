import type { RowsContext } from '../context.ts'
import { lockExpiredUpload, markExpired } from '../file-store/unconfirmed-store.ts'
import { resolveUpload } from '../file-store/upload-store.ts'
import { reservedFor } from './reserve-bytes.ts'

/** Lifetime of an upload URL plus an hour for an upload that began at its end. */
const EXPIRED_SECONDS = 15 * 60 + 3_600

/**
 * Handles one upload whose URL has expired; false if there is none. Deletes the record of a missing upload, counts one
 * without a row with its real size, and removes a repeated upload of a confirmed file.
 */
export async function sweepExpired(
  { db, files }: Pick<RowsContext, 'db' | 'files'>,
  seconds = EXPIRED_SECONDS,
): Promise<boolean> {
  const stores = files.all.map(({ kind }) => kind)
  return db.transaction(async (transaction) => {
    const expired = await lockExpiredUpload(transaction, { seconds, stores })
    if (!expired) return false
    const { key, state, isConfirmed } = expired
    const store = files.in(expired.store)
    if (state !== 'pending') {
      if (isConfirmed) await store.staging.remove(key)
      await markExpired(transaction, { key, reserved: undefined })
      return true
    }
    const stored = await store.staging.peek(key, 1)
    if (!stored) {
      await resolveUpload(transaction, { key, outcome: 'gone' })
      return true
    }
    await markExpired(transaction, { key, reserved: reservedFor(stored.size) })
    return true
  })
}
