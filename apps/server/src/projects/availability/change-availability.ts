import type { Availability, AvailabilityState, Role } from '@plinth/contract'
import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { putAvailability, type StoredAvailability } from './availability-store.ts'

export const toAvailability = ({ state, reason, by, since, revision }: StoredAvailability) => ({
  state,
  reason,
  by,
  since: since?.toISOString() ?? null,
  revision,
})

interface Change {
  readonly projectId: string
  readonly before: StoredAvailability
  readonly state: AvailabilityState
  readonly reason: string
  readonly role: Role
  /** Null for the command line. */
  readonly author: { readonly id: string; readonly name: string } | null
}

function guardSuspension({ before, state, role }: Change): void {
  if (role === 'admin' || (before.state !== 'suspended' && state !== 'suspended')) return
  throw new ApiError(
    'forbidden',
    before.state === 'suspended'
      ? 'Only an admin may lift a suspension.'
      : 'Only an admin may suspend a project. An owner may make it read-only or archive it.',
  )
}

/** An owner may open an archived project, so archiving a suspended one would lift the suspension unnoticed. */
function guardArchiving({ before, state }: Change): void {
  if (before.state !== 'suspended' || state !== 'archived') return
  throw new ApiError(
    'conflict',
    'This project is suspended. Its owner could open it once it is archived, so lift the suspension first: open it or make it read-only.',
  )
}

/** Changes a locked project's availability; returns the new one and the entry of the audit log. */
export async function changeAvailability(
  transaction: Transaction,
  change: Change,
): Promise<{ availability: Availability; audit: AuditEntry }> {
  const { projectId, before, state, author } = change
  guardSuspension(change)
  guardArchiving(change)
  const reason = state === 'open' ? '' : change.reason
  if (state === 'suspended' && reason === '')
    throw invalid([{ path: 'reason', message: 'Enter a reason for the suspension.' }])
  const revision = before.revision + 1
  await putAvailability(transaction, {
    projectId,
    state,
    reason,
    staffId: author?.id ?? null,
    revision,
  })
  return {
    availability: {
      state,
      reason,
      by: author?.name ?? null,
      since: new Date().toISOString(),
      revision,
    },
    audit: {
      action: 'updated',
      entity: 'availability',
      entityId: projectId,
      projectId,
      before: { state: before.state, reason: before.reason },
      after: { state, reason },
    },
  }
}
