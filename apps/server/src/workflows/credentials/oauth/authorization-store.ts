import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

interface Authorization {
  handleHash: Buffer
  credentialId: string
  staffId: string
}

export async function addAuthorization(
  on: Queryable,
  added: Authorization & { revision: number; minutes: number },
): Promise<void> {
  await on.query(sql`
    insert into credential_authorization (handle_hash, credential_id, staff_id, revision, expires_at)
    values (${added.handleHash}, ${added.credentialId}, ${added.staffId}, ${added.revision},
      now() + make_interval(mins => ${added.minutes}))`)
}

/**
 * Marks a started connection as answered and returns the revision that its credential had. Undefined if it was answered
 * before, has expired, or was started by another person or for another credential.
 */
export async function claimAuthorization(
  on: Queryable,
  { handleHash, credentialId, staffId }: Authorization,
): Promise<number | undefined> {
  const [row] = await on.query<{ revision: number }>(sql`
    update credential_authorization set used_at = now()
    where handle_hash = ${handleHash} and credential_id = ${credentialId} and staff_id = ${staffId}
      and used_at is null and expires_at > now()
    returning revision`)
  return row?.revision
}
