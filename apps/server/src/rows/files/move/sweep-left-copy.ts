import type { RowsContext } from '../../context.ts'
import { thumbnailKeyOf } from '../../file-store/thumbnail-key.ts'
import { forgetLeftCopy, takeLeftCopy } from './move-store.ts'
import { rewriteAddress } from './rewrite-address.ts'

/** As long as any signed address lives, and longer than any write that began before the switch. */
const LEFT_SECONDS = 900

/** Removes one copy that a move has left behind; false when there is none. */
export async function sweepLeftCopy(
  context: Pick<RowsContext, 'db' | 'files' | 'environments'>,
  seconds = LEFT_SECONDS,
): Promise<boolean> {
  const stores = context.files.all.map(({ kind }) => kind)
  return context.db.transaction(async (transaction) => {
    const left = await takeLeftCopy(transaction, { seconds, stores })
    if (!left) return false
    // A write that was under way during the switch may have brought the old address back. Swept one at a time,
    // so that the row may ask for another connection.
    await context.db.outside(() => rewriteAddress(context, left))
    await context.files.in(left.leftIn).remove([left.key, thumbnailKeyOf(left.key)])
    await forgetLeftCopy(transaction, left.key)
    return true
  })
}
