import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** The organisation of the environment if this query was not recorded before, otherwise undefined. */
export async function addRefusedQuery(
  transaction: Transaction,
  found: {
    environmentId: string
    tableId: string
    digest: string
    table: string
    reason: string
  },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ organisation_id: string }>(sql`
    with added as (
      insert into refused_query (environment_id, table_id, query_digest, table_name, reason)
      values (${found.environmentId}, ${found.tableId}, ${found.digest}, ${found.table}, ${found.reason})
      on conflict do nothing returning environment_id)
    select project.organisation_id from added
      join environment on environment.id = added.environment_id
      join project on project.id = environment.project_id`)
  return row?.organisation_id
}
