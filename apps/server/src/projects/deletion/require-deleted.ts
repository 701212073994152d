import type { Staff } from '../../foundation/callers/session-store.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { type LockedDeleted, lockDeletedProject } from './deletion-store.ts'

/** Locks a deleted project of the caller's organisation. Throws 404 if it was restored or erased meanwhile. */
export async function requireDeleted(
  transaction: Transaction,
  { projectId, staff }: { projectId: string; staff: Pick<Staff, 'organisationId'> },
): Promise<LockedDeleted> {
  const deleted = await lockDeletedProject(transaction, projectId)
  if (deleted?.organisationId === staff.organisationId) return deleted
  throw new ApiError(
    'not_found',
    'This project is not among the deleted projects. It was restored or erased, or never existed.',
  )
}
