import type { AuditAuthor } from '../../foundation/audit/audit-store.ts'
import type { Refusal } from '../../foundation/audit/refusals.ts'
import type { StaffRecord } from './staff-store.ts'

/** A failed sign-in names the account, but no author: nobody has proved to be its owner. */
export function refusalOf(
  { id, organisationId }: StaffRecord,
  { author, message }: { author: Pick<AuditAuthor, 'requestId' | 'from'>; message: string },
): Refusal {
  return {
    act: { verb: 'sign in as', area: 'staff' },
    entityId: id,
    projectId: undefined,
    author: { ...author, organisationId, staffId: null },
    caller: `sign-in ${id}`,
    reason: { message },
  }
}
