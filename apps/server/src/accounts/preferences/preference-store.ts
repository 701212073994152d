import { GridPreferences, MAX_PREFERRED_TABLES } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface Whose {
  staffId: string
  projectId: string
}

/** What one person prefers in one project, by table. */
export async function readPreferences(
  on: Queryable,
  { staffId, projectId }: Whose,
): Promise<Record<string, GridPreferences>> {
  const rows = await on.query<{ table_id: string; preferences: string }>(sql`
    select table_id, preferences from preference
    where staff_id = ${staffId} and project_id = ${projectId}`)
  return Object.fromEntries(
    rows.flatMap(({ table_id, preferences }) => {
      // What another build wrote and this one cannot read is as if it had never been said.
      const read = GridPreferences.safeParse(JSON.parse(preferences))
      return read.success ? [[table_id, read.data]] : []
    }),
  )
}

/** The last one counts; of too many tables the ones changed longest ago are forgotten. */
export async function keepPreferences(
  transaction: Transaction,
  { staffId, projectId, tableId, ...kept }: Whose & { tableId: string; preferences: string },
): Promise<void> {
  await transaction.query(sql`
    insert into preference (staff_id, project_id, table_id, preferences)
    values (${staffId}, ${projectId}, ${tableId}, ${kept.preferences})
    on conflict (staff_id, project_id, table_id) do update
      set preferences = excluded.preferences, updated_at = clock_timestamp()`)
  await transaction.query(sql`
    delete from preference where staff_id = ${staffId} and project_id = ${projectId}
      and table_id in (
        select table_id from preference where staff_id = ${staffId} and project_id = ${projectId}
        order by updated_at desc, table_id offset ${MAX_PREFERRED_TABLES})`)
}
