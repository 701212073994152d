import type { OperationsContext } from '../../context.ts'
import { forgetReplaced, takeReplaced } from './restore-store.ts'

/** Drops rows that a restore has replaced, of the given restore or those that are due; false if there are none. */
export async function dropReplaced(
  { db, engines }: Pick<OperationsContext, 'db' | 'engines'>,
  restoreId?: string,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const taken = await takeReplaced(transaction, restoreId)
    if (!taken) return false
    await engines[taken.placement.engine].drop(taken.placement)
    await forgetReplaced(transaction, taken.id)
    return true
  })
}
