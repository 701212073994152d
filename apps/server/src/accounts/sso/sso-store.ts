import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { SsoProfile } from '../identity-provider/sso-profile.ts'

export async function addSsoTransaction(
  on: Queryable,
  started: {
    handleHash: Buffer
    issuer: string
    redirect: string
    minutes: number
    /** The open session that it proves; left out for a sign-in. */
    provesSession?: string | null
    /** The open session whose account it connects. */
    connectsSession?: string | null
  },
): Promise<void> {
  await on.query(sql`
    insert into sso_transaction (handle_hash, issuer, redirect, proves_session,
      connects_session, expires_at)
    values (${started.handleHash}, ${started.issuer}, ${started.redirect},
      ${started.provesSession ?? null}, ${started.connectsSession ?? null},
      now() + make_interval(mins => ${started.minutes}))`)
}

/** Marks a sign-in as answered; false if it was answered before, has expired or belongs to another provider. */
export async function claimSsoTransaction(
  on: Queryable,
  { handleHash, issuer }: { handleHash: Buffer; issuer: string },
): Promise<boolean> {
  const rows = await on.query(sql`
    update sso_transaction set used_at = now()
    where handle_hash = ${handleHash} and issuer = ${issuer} and used_at is null and expires_at > now()
      and proves_session is null and connects_session is null
    returning handle_hash`)
  return rows.length > 0
}

export async function saveSsoProfile(
  on: Queryable,
  { handleHash, profile }: { handleHash: Buffer; profile: SsoProfile },
): Promise<void> {
  await on.query(sql`
    update sso_transaction set profile = ${JSON.stringify(profile)} where handle_hash = ${handleHash}`)
}

export const readSsoProfile = (text: string): SsoProfile =>
  readStored(SsoProfile, text, 'profile of a provider')

/** What the provider has proved in a sign-in that is not complete. */
export async function findSsoProfile(
  on: Queryable,
  { handleHash, issuer }: { handleHash: Buffer; issuer: string },
): Promise<SsoProfile | undefined> {
  const [row] = await on.query<{ profile: string }>(sql`
    select profile from sso_transaction where handle_hash = ${handleHash} and issuer = ${issuer}
      and profile is not null and expires_at > now()`)
  return row && readSsoProfile(row.profile)
}

/** Ends a sign-in and returns its redirect; undefined if it has ended. */
export async function takeSsoTransaction(
  transaction: Transaction,
  handleHash: Buffer,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ redirect: string }>(sql`
    delete from sso_transaction where handle_hash = ${handleHash} and profile is not null
      and expires_at > now() returning redirect`)
  return row?.redirect
}

/** Ends the proof of a session; undefined if it has ended, has expired, or belongs to another session or provider. */
export async function claimSsoProof(
  on: Queryable,
  { handleHash, issuer, sessionId }: { handleHash: Buffer; issuer: string; sessionId: string },
): Promise<{ redirect: string; since: Date } | undefined> {
  const [row] = await on.query<{ redirect: string; since: Date }>(sql`
    delete from sso_transaction where handle_hash = ${handleHash} and issuer = ${issuer}
      and proves_session::text = ${sessionId} and expires_at > now()
    returning redirect, created_at as since`)
  return row
}

/** Ends the connection that a session began; undefined if it has ended, has expired, or belongs to another session or provider. */
export async function claimSsoConnection(
  on: Queryable,
  { handleHash, issuer, sessionId }: { handleHash: Buffer; issuer: string; sessionId: string },
): Promise<{ redirect: string } | undefined> {
  const [row] = await on.query<{ redirect: string }>(sql`
    delete from sso_transaction where handle_hash = ${handleHash} and issuer = ${issuer}
      and connects_session::text = ${sessionId} and expires_at > now()
    returning redirect`)
  return row
}
