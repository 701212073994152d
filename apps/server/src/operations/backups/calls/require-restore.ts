import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { findRestore, type RestoreRow } from '../restore/restore-store.ts'

/** Throws 404 unless the restore was started in this project. */
export async function requireRestore(
  on: Queryable,
  key: { projectId: string; restoreId: string },
): Promise<RestoreRow> {
  const restore = await findRestore(on, key)
  if (!restore) throw new ApiError('not_found', 'There is no such restore.')
  return restore
}
