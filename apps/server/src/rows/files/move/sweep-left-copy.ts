import type { RowsContext } from '../../context.ts'
import { thumbnailKeyOf } from '../../file-store/thumbnail-key.ts'
import { clearLeftCopy, lockLeftCopy } from './move-store.ts'
import { rewriteAddress } from './rewrite-address.ts'

/** Lifetime of signed URLs, and longer than any write that began before the switch. */
const LEFT_SECONDS = 900

/** Removes one copy that a move left behind; false if there is none. */
export async function sweepLeftCopy(
  context: Pick<RowsContext, 'db' | 'files' | 'environments'>,
  seconds = LEFT_SECONDS,
): Promise<boolean> {
  const stores = context.files.all.map(({ kind }) => kind)
  return context.db.transaction(async (transaction) => {
    const left = await lockLeftCopy(transaction, { seconds, stores })
    if (!left) return false
    // A write during the switch may have restored the old URL. A process sweeps one file at a time, so a second
    // connection cannot deadlock the pool.
    await context.db.outside(() => rewriteAddress(context, left))
    await context.files.in(left.leftIn).remove([left.key, thumbnailKeyOf(left.key)])
    await clearLeftCopy(transaction, left.key)
    return true
  })
}
