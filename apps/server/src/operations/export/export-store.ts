import type { EnvironmentName } from '@plinth/contract'
import type { Database, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Reads within one snapshot. */
export function inSnapshot<T>(db: Database, read: (on: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (on) => {
    await on.query(sql`set transaction isolation level repeatable read read only`)
    return read(on)
  })
}

export function listMemberships(
  on: Transaction,
  projectId: string,
): Promise<{ email: string; role: string }[]> {
  return on.query<{ email: string; role: string }>(sql`
    select staff.email, membership.role from membership join staff on staff.id = membership.staff_id
    where membership.project_id = ${projectId} order by staff.email_key`)
}

/** Empty for a project that does not exist. */
export function listLiveEnvironments(
  on: Transaction,
  projectId: string,
): Promise<{ id: string; name: EnvironmentName }[]> {
  return on.query<{ id: string; name: EnvironmentName }>(sql`
    select environment.id, environment.name from environment join project on project.id = project_id
    where project.id = ${projectId} and project.deleted_at is null`)
}
