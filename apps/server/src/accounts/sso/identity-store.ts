import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface Identity {
  issuer: string
  subject: string
}

/** Makes concurrent first sign-ins of one person wait for each other. */
export async function lockIdentity(
  transaction: Transaction,
  { issuer, subject }: Identity,
): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 27))`)
}

/** The email of the account that a person of a provider has. */
export async function findEmailOfIdentity(
  on: Queryable,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const [row] = await on.query<{ email: string }>(sql`
    select staff.email from staff_identity join staff on staff.id = staff_identity.staff_id
    where issuer = ${issuer} and subject = ${subject}`)
  return row?.email
}

/** The connection of an account: with this issuer if there is one, otherwise with an earlier one. */
export async function findIdentityOf(
  on: Queryable,
  { staffId, issuer = '' }: { staffId: string; issuer: string | undefined },
): Promise<{ issuer: string; subject: string; createdAt: Date; usedAt: Date } | undefined> {
  const [row] = await on.query<{
    issuer: string
    subject: string
    createdAt: Date
    usedAt: Date
  }>(sql`
    select issuer, subject, created_at as "createdAt", used_at as "usedAt" from staff_identity
    where staff_id = ${staffId} order by issuer = ${issuer} desc, used_at desc limit 1`)
  return row
}

export async function noteIdentityUse(
  transaction: Transaction,
  { issuer, subject }: Identity,
): Promise<void> {
  await transaction.query(sql`
    update staff_identity set used_at = now() where issuer = ${issuer} and subject = ${subject}`)
}

/** False if the account or the person is connected already. */
export async function addIdentity(
  transaction: Transaction,
  { issuer, subject, staffId }: Identity & { staffId: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into staff_identity (issuer, subject, staff_id) values (${issuer}, ${subject}, ${staffId})
    on conflict do nothing returning staff_id`)
  return rows.length > 0
}

/**
 * Disconnects an account from its person of the provider and ends the sessions which that person opened; false if there
 * was none. The session of `tokenHash` stays, as one that a password has proved.
 */
export async function dropIdentitiesOf(
  transaction: Transaction,
  { staffId, tokenHash }: { staffId: string; tokenHash?: Buffer },
): Promise<boolean> {
  const dropped = await transaction.query(sql`
    delete from staff_identity where staff_id = ${staffId} returning 1`)
  if (tokenHash) {
    await transaction.query(sql`
      update session set identity_issuer = null, identity_subject = null, identity_sid = null,
        identity_client = null, identity_second_factor = false, provider_proved_at = '-infinity'
      where staff_id = ${staffId} and token_hash = ${tokenHash}`)
  }
  await transaction.query(sql`
    delete from session where staff_id = ${staffId} and identity_issuer is not null`)
  return dropped.length > 0
}

/** Ends the sessions that a provider opened, except the one of `tokenHash`. */
export async function endSessionsOfProvider(
  transaction: Transaction,
  { issuer, tokenHash }: { issuer: string; tokenHash: Buffer | null },
): Promise<void> {
  await transaction.query(sql`
    delete from session where identity_issuer = ${issuer}
      and token_hash is distinct from ${tokenHash}::bytea`)
}

/** Ends the sessions of providers and clients that are no longer in use. */
export async function endSessionsOfOthers(
  on: Queryable,
  provider: { issuer: string; clientId: string } | undefined,
): Promise<number> {
  const { issuer = null, clientId = null } = provider ?? {}
  const ended = await on.query(sql`
    delete from session where identity_issuer is not null
      and (identity_issuer is distinct from ${issuer}::text
        or coalesce(identity_client, ${clientId}::text) is distinct from ${clientId}::text)
    returning 1`)
  return ended.length
}

/** The organisation of this installation. */
export async function findSsoOrganisation(on: Queryable): Promise<string | undefined> {
  const [row] = await on.query<{ id: string }>(sql`select id from organisation order by id limit 1`)
  return row?.id
}
