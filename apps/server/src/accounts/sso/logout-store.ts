import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Longer than a logout token and a sign-in are valid. */
const REMEMBERED_MINUTES = 15

/** Whose sessions end: one of the provider's sessions, or all of a person. */
export interface Logout {
  issuer: string
  clientId: string
  tokenId: string
  subject: string | null
  sid: string | null
}

const LOCK = 'logout of the identity provider'

/** Makes a logout wait for sign-ins that are opening their session. */
export async function lockLogout(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 27))`)
}

/** Makes a logout wait for this sign-in. Sign-ins do not wait for each other. */
export async function shareLogout(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock_shared(hashtextextended(${LOCK}, 27))`)
}

/** False if the token was used before. */
export async function addLogoutToken(
  transaction: Transaction,
  { issuer, tokenId, subject, sid }: Logout,
): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, tokenId]))
    .digest()
  const rows = await transaction.query(sql`
    insert into sso_logout_token (token_hash, issuer, subject, sid, expires_at)
    values (${hash}, ${issuer}, ${subject}, ${sid},
      now() + make_interval(mins => ${REMEMBERED_MINUTES}))
    on conflict do nothing returning 1`)
  return rows.length > 0
}

/**
 * Ends the sessions that a logout names. Those of the person whose session of the provider is not known end as well.
 * Returns the accounts, once per session.
 */
export async function endLoggedOut(
  transaction: Transaction,
  { issuer, clientId, subject, sid }: Logout,
): Promise<{ staffId: string; organisationId: string }[]> {
  return transaction.query<{ staffId: string; organisationId: string }>(sql`
    delete from session using staff where staff.id = session.staff_id
      and identity_issuer = ${issuer}
      and coalesce(identity_client, ${clientId}) = ${clientId}
      and (${subject}::text is null or identity_subject = ${subject})
      and (${sid}::text is null or identity_sid = ${sid}
        or (identity_sid is null and ${subject}::text is not null))
    returning staff.id as "staffId", staff.organisation_id as "organisationId"`)
}

/** Whether a logout has ended what the provider answered to this sign-in. */
export async function isLoggedOut(
  on: Queryable,
  answered: { handleHash: Buffer; issuer: string; subject: string; sid: string | null },
): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from sso_transaction join sso_logout_token as logout
      on logout.issuer = sso_transaction.issuer
    where handle_hash = ${answered.handleHash} and logout.issuer = ${answered.issuer}
      and (logout.subject is null or logout.subject = ${answered.subject})
      and (logout.sid = ${answered.sid}::text
        or (logout.sid is null and logout.created_at >= sso_transaction.used_at))
    limit 1`)
  return rows.length > 0
}
