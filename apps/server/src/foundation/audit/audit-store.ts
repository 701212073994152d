import type { EnvironmentName } from '@plinth/contract'
import type { Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** An entry of the audit log. Secrets never belong in `before` or `after`. */
export interface AuditEntry {
  action: string
  entity: string
  entityId: string
  projectId?: string
  environment?: EnvironmentName
  before?: unknown
  after?: unknown
}

export interface AuditAuthor {
  organisationId: string | null
  staffId: string | null
  requestId: string
}

/** Writes an audit row in the transaction of the change itself. */
export async function addAudit(
  transaction: Transaction,
  { author, entry }: { author: AuditAuthor; entry: AuditEntry },
): Promise<void> {
  await transaction.query(sql`
    insert into audit (organisation_id, project_id, environment, staff_id, action, entity, entity_id,
      before, after, request_id)
    values (${author.organisationId}, ${entry.projectId ?? null}, ${entry.environment ?? null},
      ${author.staffId}, ${entry.action}, ${entry.entity}, ${entry.entityId},
      ${asText(entry.before)}, ${asText(entry.after)}, ${author.requestId})`)
}

function asText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
