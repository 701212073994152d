import { Refusal } from '../../../foundation/http/errors/refusal.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { findRestore, type RestoreRow } from '../restore/restore-store.ts'

/** A restore that was asked for in this project; any other is as one that is not there. */
export async function requireRestore(
  on: Queryable,
  asked: { projectId: string; restoreId: string },
): Promise<RestoreRow> {
  const restore = await findRestore(on, asked)
  if (!restore) throw new Refusal('not_found', 'There is no such restore.')
  return restore
}
