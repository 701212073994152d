import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** The owner of what the command line creates: the first admin. */
export async function findFirstAdmin(
  on: Queryable,
): Promise<{ id: string; organisationId: string } | undefined> {
  const [row] = await on.query<{ id: string; organisationId: string }>(sql`
    select id, organisation_id as "organisationId" from staff
    where is_admin and disabled_at is null order by created_at, id limit 1`)
  return row
}
