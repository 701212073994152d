import { GridPreferences, MAX_PREFERRED_TABLES } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'

export interface Whose {
  staffId: string
  projectId: string
}

/** Preferences of one member of staff in one project, by table. */
export async function readPreferences(
  on: Queryable,
  { staffId, projectId }: Whose,
): Promise<Record<string, GridPreferences>> {
  const rows = await on.query<{ table_id: string; preferences: string }>(sql`
    select table_id, preferences from preference
    where staff_id = ${staffId} and project_id = ${projectId}`)
  return Object.fromEntries(
    rows.flatMap(({ table_id, preferences }) => {
      // Preferences that this build cannot parse are ignored.
      const read = GridPreferences.safeParse(readJson(preferences))
      return read.success ? [[table_id, read.data]] : []
    }),
  )
}

/** Copies a person's preferences into a project whose tables have the same ids. */
export async function copyPreferences(
  transaction: Transaction,
  { staffId, from, to }: { staffId: string; from: string; to: string },
): Promise<void> {
  await transaction.query(sql`
    insert into preference (staff_id, project_id, table_id, preferences, updated_at)
    select staff_id, ${to}, table_id, preferences, updated_at from preference
    where staff_id = ${staffId} and project_id = ${from}`)
}

/** Upserts the preferences of a table and deletes the oldest ones beyond the maximum. */
export async function storePreferences(
  transaction: Transaction,
  { staffId, projectId, tableId, ...saved }: Whose & { tableId: string; preferences: string },
): Promise<void> {
  await transaction.query(sql`
    insert into preference (staff_id, project_id, table_id, preferences)
    values (${staffId}, ${projectId}, ${tableId}, ${saved.preferences})
    on conflict (staff_id, project_id, table_id) do update
      set preferences = excluded.preferences, updated_at = clock_timestamp()`)
  await transaction.query(sql`
    delete from preference where staff_id = ${staffId} and project_id = ${projectId}
      and table_id in (
        select table_id from preference where staff_id = ${staffId} and project_id = ${projectId}
        order by updated_at desc, table_id offset ${MAX_PREFERRED_TABLES})`)
}
