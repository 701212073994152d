import { randomBytes } from 'node:crypto'
import { hashAppToken } from '../../apps/server/src/foundation/http/access/authenticate.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'

/** An app user without a row, who only owns rows. */
export interface Owner {
  id: string
  token: string
}

/** Sessions of many users, written at once: signing them up would hash as many passwords. */
export async function addOwners(
  dataDir: string,
  { projectId, count }: { projectId: string; count: number },
): Promise<Owner[]> {
  const owners = Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    token: `plu_${randomBytes(32).toString('base64url')}`,
  }))
  const hashes = owners.map(({ token }) => hashAppToken(token))
  await withPlatform(dataDir, (db) =>
    db.query(sql`
      insert into app_session (token_hash, family_hash, environment_id, table_id, user_id, expires_at)
      select token_hash, family_hash, environment.id, 'users', user_id, now() + interval '7 days'
      from unnest(${hashes.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${hashes.map(({ familyHash }) => familyHash)}::bytea[],
        ${owners.map(({ id }) => id)}::text[]) as owner (token_hash, family_hash, user_id), environment
      where environment.project_id = ${projectId} and environment.name = 'dev'`),
  )
  return owners
}
