import type { RowsContext } from '../context.ts'
import { settleExpired, takeExpiredUpload } from '../file-store/unconfirmed-store.ts'
import { settleUpload } from '../file-store/upload-store.ts'
import { reservedFor } from './reserve-bytes.ts'

/** As long as an address is valid, and an hour for an upload that began at its end. */
const EXPIRED_SECONDS = 15 * 60 + 3_600

/**
 * Acts on one upload whose address has expired, false when there is none: what never arrived is forgotten, what no row
 * holds counts with its real size, and what was sent again after a row took it is removed.
 */
export async function sweepExpired(
  { db, files }: Pick<RowsContext, 'db' | 'files'>,
  seconds = EXPIRED_SECONDS,
): Promise<boolean> {
  const stores = files.all.map(({ kind }) => kind)
  return db.transaction(async (transaction) => {
    const expired = await takeExpiredUpload(transaction, { seconds, stores })
    if (!expired) return false
    const { key, state, isPublic, isConfirmed } = expired
    const store = files.in(expired.store)
    if (state !== 'pending') {
      if (isConfirmed) await store.staging.remove(key)
      await settleExpired(transaction, { key, reserved: undefined })
      return true
    }
    const stored = await store.staging.look(key, 1)
    if (!stored) {
      await settleUpload(transaction, { key, outcome: 'gone' })
      return true
    }
    // Uploaded to an earlier version, which made files of public fields public at once.
    if (isPublic) await store.setAcl(key, 'private')
    await settleExpired(transaction, { key, reserved: reservedFor(stored.size) })
    return true
  })
}
