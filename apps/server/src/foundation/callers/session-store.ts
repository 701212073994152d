import { PROOF_MINUTES } from '@plinth/contract'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { HAS_SECOND_FACTOR } from './second-factor-store.ts'

/** The personal key that a call uses; it narrows what its person may do. */
interface UsedPersonalKey {
  id: string
  name: string
  readOnly: boolean
  projectIds: readonly string[]
}

/** The signed-in member of staff behind a request. */
export interface Staff {
  id: string
  organisationId: string
  email: string
  firstName: string
  lastName: string
  isAdmin: boolean
  revision: number
  /** The organisation requires two-factor authentication, and this account has not set it up. */
  mustSetUpTwoFactor: boolean
  /** The session proved the password or a two-factor code in the last minutes; signing in with them counts. */
  hasRecentProof: boolean
  /** The identity provider asked the person again for this session in the last minutes. */
  hasProviderProof: boolean
  /** The session that the call uses; null with a personal key. */
  sessionId: string | null
  /** The key that the call uses instead of a session. */
  personalKey?: UsedPersonalKey | undefined
}

const SESSION_IDLE_HOURS = 12
const SESSION_DAYS = 7

/** `last_used_at` is updated at most this often, so that most reads do not write. */
const TOUCH_MINUTES = 5

interface SessionRow extends Record<string, unknown> {
  token_hash: Buffer
  session_id: string
  id: string
  organisation_id: string
  email: string
  first_name: string
  last_name: string
  is_admin: boolean
  revision: number
  must_set_up_two_factor: boolean
  has_recent_proof: boolean
  has_provider_proof: boolean
  touch: boolean
}

function toStaff(row: SessionRow): Staff {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isAdmin: row.is_admin,
    revision: row.revision,
    mustSetUpTwoFactor: row.must_set_up_two_factor,
    hasRecentProof: row.has_recent_proof,
    hasProviderProof: row.has_provider_proof,
    sessionId: row.session_id,
  }
}

/** Reads the staff of these token hashes. Not cached, so that a revoked session ends with the next request. */
export async function findSessions(
  db: Database,
  tokenHashes: readonly Buffer[],
): Promise<{ tokenHash: Buffer; staff: Staff }[]> {
  const rows = await db.query<SessionRow>(sql`
    select session.token_hash, session.id as session_id, staff.id, staff.organisation_id, staff.email, staff.first_name, staff.last_name,
      staff.is_admin, staff.revision,
      organisation.two_factor_required and not session.identity_second_factor and not ${HAS_SECOND_FACTOR} as must_set_up_two_factor,
      session.proved_at > now() - make_interval(mins => ${PROOF_MINUTES}) as has_recent_proof,
      session.provider_proved_at > now() - make_interval(mins => ${PROOF_MINUTES}) as has_provider_proof,
      session.last_used_at < now() - make_interval(mins => ${TOUCH_MINUTES}) as touch
    from session join staff on staff.id = session.staff_id
      join organisation on organisation.id = staff.organisation_id
    where session.token_hash = any(${tokenHashes}) and session.expires_at > now()
      and staff.disabled_at is null
      and session.last_used_at > now() - make_interval(hours => ${SESSION_IDLE_HOURS})`)
  const used = rows.filter(({ touch }) => touch).map(({ token_hash }) => token_hash)
  if (used.length > 0) {
    await db.query(sql`update session set last_used_at = now() where token_hash = any(${used})`)
  }
  return rows.map((row) => ({ tokenHash: row.token_hash, staff: toStaff(row) }))
}

export async function findSession(db: Database, tokenHash: Buffer): Promise<Staff | undefined> {
  const [session] = await findSessions(db, [tokenHash])
  return session?.staff
}

/** A new session; browser and network help its owner to recognise it. */
export interface NewSession {
  tokenHash: Buffer
  staffId: string
  userAgent: string
  ipPrefix: string
  /** Set if an identity provider signed the person in. */
  identity?: SessionIdentity | undefined
  /** False if the person proved neither a password nor a code: a provider may answer without asking anything. */
  isProved: boolean
}

/** The account of a provider that a session stands for, and the provider's session if it names one. */
export interface SessionIdentity {
  issuer: string
  subject: string
  sid: string | null
  /** The client of the provider that was used. */
  clientId: string
  /** The provider said that it asked for a second factor. */
  hasSecondFactor: boolean
}

/** Returns the id of the session. */
export async function addSession(transaction: Transaction, session: NewSession): Promise<string> {
  const [row] = await transaction.query<{ id: string }>(
    sql`insert into session (token_hash, staff_id, user_agent, ip_prefix, expires_at,
        identity_issuer, identity_subject, identity_sid, identity_client, identity_second_factor,
        proved_at)
      values (${session.tokenHash}, ${session.staffId}, ${session.userAgent}, ${session.ipPrefix},
        now() + make_interval(days => ${SESSION_DAYS}), ${session.identity?.issuer ?? null},
        ${session.identity?.subject ?? null}, ${session.identity?.sid ?? null},
        ${session.identity?.clientId ?? null}, ${session.identity?.hasSecondFactor ?? false},
        case when ${session.isProved}::boolean then now() else '-infinity' end) returning id`,
  )
  return row?.id ?? ''
}

/** Records that the session's owner has just proved the password or a two-factor code. */
export async function recordProof(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query(sql`update session set proved_at = now() where token_hash = ${tokenHash}`)
}

/** Records that the identity provider has just asked the session's owner to sign in again. */
export async function recordProviderProof(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query(sql`
    update session set proved_at = now(), provider_proved_at = now() where token_hash = ${tokenHash}`)
}

/**
 * Whether a session has not ended since its call began. Ask with the account locked, so that what a call adds to it cannot
 * outlive a change that ended the session.
 */
export async function hasSession(transaction: Transaction, tokenHash: Buffer): Promise<boolean> {
  const rows = await transaction.query(
    sql`select from session where token_hash = ${tokenHash} for share`,
  )
  return rows.length > 0
}

export async function endSession(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query(sql`delete from session where token_hash = ${tokenHash}`)
}

/** Ends all sessions of a member of staff. */
export async function endSessionsOf(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`delete from session where staff_id = ${staffId}`)
}

/** Ends all sessions of a member of staff except the current one. */
export async function endOtherSessions(
  transaction: Transaction,
  { staffId, tokenHash }: { staffId: string; tokenHash: Buffer },
): Promise<void> {
  await transaction.query(
    sql`delete from session where staff_id = ${staffId} and token_hash <> ${tokenHash}`,
  )
}

export interface OpenSession extends Record<string, unknown> {
  id: string
  created_at: Date
  last_used_at: Date
  user_agent: string
  ip_prefix: string
  current: boolean
}

/** Valid sessions of a member of staff: the current one first, then by last use. */
export async function listOpenSessions(
  on: Queryable,
  { staffId, tokenHash }: { staffId: string; tokenHash: Buffer },
): Promise<OpenSession[]> {
  return on.query<OpenSession>(sql`
    select id, created_at, last_used_at, user_agent, ip_prefix, token_hash = ${tokenHash} as current
    from session where staff_id = ${staffId} and expires_at > now()
      and last_used_at > now() - make_interval(hours => ${SESSION_IDLE_HOURS})
    order by current desc, last_used_at desc, id limit 200`)
}

/** False if the member of staff has no such session. */
export async function endSessionById(
  transaction: Transaction,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<boolean> {
  const ended = await transaction.query(
    sql`delete from session where id = ${sessionId} and staff_id = ${staffId} returning id`,
  )
  return ended.length > 0
}
