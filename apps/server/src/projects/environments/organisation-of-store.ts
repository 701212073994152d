import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export async function findOrganisationOf(
  on: Queryable,
  projectId: string,
): Promise<string | undefined> {
  const [row] = await on.query<{ organisation_id: string }>(
    sql`select organisation_id from project where id = ${projectId} and deleted_at is null`,
  )
  return row?.organisation_id
}
