import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** How long a hold lives without being renewed. */
const HOLD_SECONDS = 60

/** Keeps a project's files where they are, for as long as this is called again and again. */
export async function holdFiles(
  on: Queryable,
  { id, projectId }: { id: string; projectId: string },
): Promise<void> {
  await on.query(sql`
    insert into backup_hold (id, project_id, until)
    values (${id}, ${projectId}, now() + make_interval(secs => ${HOLD_SECONDS}))
    on conflict (id) do update set until = excluded.until`)
}

export async function releaseFiles(on: Queryable, id: string): Promise<void> {
  await on.query(sql`delete from backup_hold where id = ${id} or until < now() - interval '1 day'`)
}

export async function isHeld(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`select 1 from backup_hold where id = ${id} and until > now()`)
  return rows.length > 0
}
