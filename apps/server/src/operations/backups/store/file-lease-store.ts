import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** A lease expires this long after its last renewal. */
const HOLD_SECONDS = 60

/** Creates or renews the lease that protects a project's files from the sweep. */
export async function renewFileLease(
  on: Queryable,
  { id, projectId }: { id: string; projectId: string },
): Promise<void> {
  await on.query(sql`
    insert into file_lease (id, project_id, until)
    values (${id}, ${projectId}, now() + make_interval(secs => ${HOLD_SECONDS}))
    on conflict (id) do update set until = excluded.until`)
}

export async function endFileLease(on: Queryable, id: string): Promise<void> {
  await on.query(sql`delete from file_lease where id = ${id} or until < now() - interval '1 day'`)
}

export async function isLeased(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`select 1 from file_lease where id = ${id} and until > now()`)
  return rows.length > 0
}
