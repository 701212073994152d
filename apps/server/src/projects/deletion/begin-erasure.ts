import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { type LockedDeleted, markErased } from './deletion-store.ts'

/** Begins the removal of a locked project; returns the entry of the audit log. */
export async function beginErasure(
  transaction: Transaction,
  { id, name }: LockedDeleted,
): Promise<AuditEntry> {
  await markErased(transaction, id)
  await addToOutbox(transaction, { topic: 'removeProject', key: id })
  return { action: 'erased', entity: 'project', entityId: id, projectId: id, before: { name } }
}
