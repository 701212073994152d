import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export async function findFingerprintKey(
  on: Queryable,
  projectId: string,
): Promise<Buffer | undefined> {
  const [row] = await on.query<{ sealed: Buffer }>(
    sql`select sealed from fingerprint_key where project_id = ${projectId}`,
  )
  return row?.sealed
}

/** If several processes add a key at once, the first wins; returns the key that is stored. */
export async function addFingerprintKey(
  on: Queryable,
  { projectId, sealed }: { projectId: string; sealed: Buffer },
): Promise<Buffer> {
  const [row] = await on.query<{ sealed: Buffer }>(sql`
    insert into fingerprint_key (project_id, sealed) values (${projectId}, ${sealed})
    on conflict (project_id) do update set sealed = fingerprint_key.sealed returning sealed`)
  return row?.sealed ?? sealed
}
