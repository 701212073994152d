import { randomBytes } from 'node:crypto'
import { DEFAULT_SESSION_DAYS } from '@plinth/contract'
import type { FoundToken } from '../cache/token-cache.ts'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { ACTOR_MAY, ACTOR_NAME, type Actor, WITH_ACTOR } from './acting-session-store.ts'

/** A signed-in user of an app: the row of an Auth table that a token is bound to. */
export interface AppUser {
  projectId: string
  environmentId: string
  tableId: string
  userId: string
  /** Set in a session of staff as the user. */
  actor?: Actor
}

type UserKey = Omit<AppUser, 'projectId' | 'actor'>

const IDLE_HOURS = 12
const TOKEN_DAYS = 7
const TOUCH_MINUTES = 5
/** How long an exchange can be repeated with the token that it replaced. */
const REPEAT_SECONDS = 30

/** Notifies every process that caches sessions. */
export const ENDED_CHANNEL = 'plinth_app_session_ended'

/** Whether a session has not ended: it has not expired, was used lately, its user is not disabled and its actor may act. */
export const SESSION_IS_OPEN = sql`app_session.expires_at > now()
  and app_session.last_used_at > now() - make_interval(hours => ${IDLE_HOURS})
  and not exists (select from disabled_app_user as disabled
    where disabled.environment_id = app_session.environment_id
      and disabled.table_id = app_session.table_id and disabled.user_id = app_session.user_id)
  and ${ACTOR_MAY}`

/** Reads the users of these token hashes from the database, uncached. */
export async function findAppSessions(
  db: Database,
  tokenHashes: readonly Buffer[],
): Promise<FoundToken<AppUser>[]> {
  type ActorRow = { actorId: string | null; actorName: string | null; expiresAt: Date }
  type Row = UserKey & { projectId: string; tokenHash: Buffer; touch: boolean } & ActorRow
  const rows = await db.query<Row & Record<string, unknown>>(sql`
    select environment.project_id as "projectId", environment.id as "environmentId",
      app_session.table_id as "tableId", app_session.user_id as "userId",
      app_session.token_hash as "tokenHash", app_session.expires_at as "expiresAt",
      actor.id as "actorId", ${ACTOR_NAME} as "actorName",
      app_session.last_used_at < now() - make_interval(mins => ${TOUCH_MINUTES}) as touch
    from app_session join environment on environment.id = app_session.environment_id
      join project on project.id = environment.project_id ${WITH_ACTOR}
    where app_session.token_hash = any(${tokenHashes}) and ${SESSION_IS_OPEN}
      and project.deleted_at is null`)
  const used = rows.filter(({ touch }) => touch).map(({ tokenHash }) => tokenHash)
  if (used.length > 0) {
    await db.query(sql`update app_session set last_used_at = now() where token_hash = any(${used})`)
  }
  return rows.map(({ touch, tokenHash, actorId, actorName, expiresAt, ...user }) => {
    if (actorId === null) return { tokenHash, found: user }
    const actor = { staffId: actorId, name: actorName ?? '', expiresOn: expiresAt.toISOString() }
    // Not cached, like sessions of staff: it ends with the next request after the actor has lost the right.
    return { tokenHash, found: { ...user, actor }, isUncached: true }
  })
}

/** The hashes of a token and of its beginning, which all tokens of a session share. */
export interface TokenHashes {
  readonly tokenHash: Buffer
  readonly familyHash: Buffer
}

/**
 * Whether a session is open and its sign-in was lately. In a transaction, a call that ends the session waits for its end.
 */
export async function startedWithin(
  on: Queryable,
  { tokenHash, minutes }: { tokenHash: Buffer; minutes: number },
): Promise<boolean> {
  const rows = await on.query(sql`
    select from app_session where token_hash = ${tokenHash} and ${SESSION_IS_OPEN}
      and actor_session_id is null and started_at > now() - make_interval(mins => ${minutes}) for share`)
  return rows.length > 0
}

/** Opens a session and returns when its token expires. */
export async function addAppSession(
  on: Queryable,
  { tokenHash, familyHash, user }: TokenHashes & { user: UserKey },
): Promise<Date> {
  const [row] = await on.query<{ expires_at: Date }>(sql`
    insert into app_session (token_hash, family_hash, environment_id, table_id, user_id, max_days, expires_at)
    select ${tokenHash}, ${familyHash}, ${user.environmentId}, ${user.tableId}, ${user.userId}, max_days,
      now() + make_interval(days => least(${TOKEN_DAYS}::integer, max_days))
    from (select coalesce((
      select session_days from app_sign_in
      where environment_id = ${user.environmentId} and table_id = ${user.tableId}
    ), ${DEFAULT_SESSION_DAYS}::integer) as max_days) as length
    returning expires_at`)
  return row?.expires_at ?? new Date()
}

/** The user of a token that an exchange of a session has replaced, uncached. */
export async function findReplacedSession(
  db: Database,
  familyHash: Buffer,
): Promise<AppUser | undefined> {
  const [user] = await db.query<AppUser & Record<string, unknown>>(sql`
    select environment.project_id as "projectId", environment.id as "environmentId",
      app_session.table_id as "tableId", app_session.user_id as "userId"
    from app_session join environment on environment.id = app_session.environment_id
      join project on project.id = environment.project_id
    where app_session.family_hash = ${familyHash} and ${SESSION_IS_OPEN}
      and app_session.actor_session_id is null and project.deleted_at is null`)
  return user
}

interface Exchange {
  readonly from: TokenHashes
  /** Derives the new token's hash; the same for the same salt. */
  readonly toHash: (salt: Buffer) => Buffer
}

type Exchanged = { salt: Buffer; expires: Date }

/**
 * Replaces a session's token, or repeats the last exchange within seconds: its answer may have been lost. Any other use of
 * a replaced token ends the session, because two parties have it. Undefined if the session had ended already.
 */
export async function exchangeAppToken(
  transaction: Transaction,
  { from, toHash }: Exchange,
): Promise<Exchanged | 'reused' | undefined> {
  const { tokenHash, familyHash } = from
  const salt = randomBytes(32)
  const [row] = await transaction.query<{ expires_at: Date }>(sql`
    update app_session set token_hash = ${toHash(salt)}, last_used_at = now(),
      replaced_hash = ${tokenHash}, replaced_at = now(), exchange_salt = ${salt},
      family_hash = ${familyHash},
      expires_at = least(now() + make_interval(days => ${TOKEN_DAYS}),
        started_at + make_interval(days => max_days))
    where token_hash = ${tokenHash} and actor_session_id is null and ${SESSION_IS_OPEN}
    returning expires_at`)
  if (row) {
    await notifyEnded(transaction, tokenHash)
    return { salt, expires: row.expires_at }
  }
  return repeatExchange(transaction, from)
}

async function repeatExchange(
  transaction: Transaction,
  from: TokenHashes,
): Promise<Exchanged | 'reused' | undefined> {
  type Row = { exchange_salt: Buffer; expires_at: Date; is_repeat: boolean }
  const [row] = await transaction.query<Row>(sql`
    select exchange_salt, expires_at, replaced_hash = ${from.tokenHash}
      and replaced_at > now() - make_interval(secs => ${REPEAT_SECONDS}) as is_repeat
    from app_session where family_hash = ${from.familyHash} and ${SESSION_IS_OPEN} for update`)
  if (!row) return undefined
  if (row.is_repeat) return { salt: row.exchange_salt, expires: row.expires_at }
  await endAppSession(transaction, from)
  return 'reused'
}

/** Ends the session of a token, also if an exchange has replaced the token meanwhile; returns the hashes of its tokens. */
export async function endAppSession(
  transaction: Transaction,
  { tokenHash, familyHash }: TokenHashes,
): Promise<Buffer[]> {
  const ended = await transaction.query<{ token_hash: Buffer }>(sql`
    delete from app_session where token_hash = ${tokenHash} or family_hash = ${familyHash}
    returning token_hash`)
  const hashes = [tokenHash, ...ended.map(({ token_hash }) => token_hash)]
  for (const hash of hashes) await notifyEnded(transaction, hash)
  return hashes
}

interface UsersOfTable {
  readonly environmentId: string
  readonly tableId: string
  readonly userIds: readonly string[]
}

/** Ends all sessions of users of one Auth table and revokes their mailed links and codes. */
export async function endAppSessionsOf(
  transaction: Transaction,
  users: UsersOfTable,
): Promise<Buffer[]> {
  const { environmentId, tableId, userIds } = users
  const ended = await transaction.query<{ token_hash: Buffer }>(sql`
    delete from app_session where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = any(${userIds}) returning token_hash`)
  await transaction.query(sql`
    delete from app_link where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = any(${userIds})`)
  await transaction.query(sql`
    delete from app_code where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = any(${userIds})`)
  for (const { token_hash } of ended) await notifyEnded(transaction, token_hash)
  return ended.map(({ token_hash }) => token_hash)
}

/** Deletes the links of users with identity providers, and their passkeys. True if there were any. */
async function dropSignIns(
  transaction: Transaction,
  { environmentId, tableId, userIds }: UsersOfTable,
): Promise<boolean> {
  const identities = await transaction.query(sql`
    delete from app_identity where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = any(${userIds}) returning user_id`)
  await transaction.query(sql`
    delete from app_provider_sign_in where environment_id = ${environmentId} and table_id = ${tableId}
      and links_user = any(${userIds})`)
  await transaction.query(sql`
    delete from app_passkey_challenge where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = any(${userIds})`)
  const passkeys = await transaction.query(sql`
    delete from app_passkey where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = any(${userIds}) returning id`)
  return identities.length + passkeys.length > 0
}

/**
 * Ends all sessions of users, and all other ways to sign in than their passwords. Sessions end first, which excludes new
 * links and passkeys, and once more after links or passkeys were deleted, because one may have been in use.
 */
export async function forgetAppUsers(
  transaction: Transaction,
  users: UsersOfTable,
): Promise<Buffer[]> {
  const ended = await endAppSessionsOf(transaction, users)
  if (!(await dropSignIns(transaction, users))) return ended
  return [...ended, ...(await endAppSessionsOf(transaction, users))]
}

/** Notifies every process of an ended session; delivered only when the transaction commits. */
export async function notifyEnded(transaction: Transaction, tokenHash: Buffer): Promise<void> {
  await transaction.query(sql`select pg_notify(${ENDED_CHANNEL}, ${tokenHash.toString('hex')})`)
}
