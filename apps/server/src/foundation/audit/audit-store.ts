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

/** Where a call came from; a session or API key by its id, never by its token. */
export interface AuditOrigin {
  address: string
  agent: string
  sessionId: string | null
  keyId: string | null
}

export interface AuditAuthor {
  organisationId: string | null
  staffId: string | null
  requestId: string
  /** Undefined for tasks and commands; a task has the request id of the call that started it. */
  from?: AuditOrigin
}

/** Writes an audit row in the transaction of the change itself. */
export async function addAudit(
  transaction: Transaction,
  { author, entry }: { author: AuditAuthor; entry: AuditEntry },
): Promise<void> {
  const { from } = author
  await transaction.query(sql`
    insert into audit (organisation_id, project_id, environment, staff_id, action, entity, entity_id,
      before, after, request_id, address, agent, session_id, key_id)
    values (${author.organisationId}, ${entry.projectId ?? null}, ${entry.environment ?? null},
      ${author.staffId}, ${entry.action}, ${entry.entity}, ${entry.entityId},
      ${asText(entry.before)}, ${asText(entry.after)}, ${author.requestId},
      ${from?.address ?? null}, ${from?.agent ?? null}, ${from?.sessionId ?? null},
      ${from?.keyId ?? null})`)
}

/** The project that a refused call named, if the caller's organisation or the key that it used has it. */
export async function findAuditedProject(
  transaction: Transaction,
  { projectId, author }: { projectId: string | undefined; author: AuditAuthor },
): Promise<string | undefined> {
  if (projectId === undefined) return undefined
  const [row] = await transaction.query<{ id: string }>(sql`
    select project.id from project where project.id = ${projectId} and deleted_at is null and (
      organisation_id = ${author.organisationId} or exists (
        select from api_key join environment on environment.id = environment_id
        where api_key.id = ${author.from?.keyId ?? null} and environment.project_id = project.id))`)
  return row?.id
}

function asText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
