import { CREDENTIAL_WARNING_DAYS as WARNING_DAYS } from '@plinth/contract'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { endOf, movedEnd, UNWARNED, warningOf } from './warnings/end-store.ts'

/** Tokens that are about to end count as ended: the call that uses them takes time. Less for short lives. */
const SPARE_SECONDS = 10
/** Longer than a call of the service may take. */
const LEASE_SECONDS = 30

export interface StoredConnection extends Record<string, unknown> {
  credentialId: string
  bound: string
  accessToken: Buffer | null
  refreshToken: Buffer | null
  scope: string | null
  generation: number
  failure: string | null
  isRefused: boolean
  /** Whether the access token can be used now. */
  isValid: boolean
  isDue: boolean
  /** Whether the last refresh failed a moment ago. */
  isResting: boolean
}

const columns = sql`credential_id as "credentialId", bound, access_token as "accessToken",
  refresh_token as "refreshToken", scope, generation, failure, refused_at is not null as "isRefused",
  access_token is not null and
    coalesce(expires_at - least(make_interval(secs => ${SPARE_SECONDS}), expires_at - refresh_at)
      > now(), true) as "isValid",
  coalesce(refresh_at <= now(), false) as "isDue", coalesce(retry_at > now(), false) as "isResting"`

export async function findConnection(
  on: Queryable,
  credentialId: string,
): Promise<StoredConnection | undefined> {
  const [row] = await on.query<StoredConnection>(
    sql`select ${columns} from credential_connection where credential_id = ${credentialId}`,
  )
  return row
}

export interface ShownConnection extends Record<string, unknown> {
  credentialId: string
  bound: string
  account: string | null
  connectedBy: string | null
  connectedAt: Date | null
  expiresAt: Date | null
  scope: string | null
  failure: string | null
  isRefused: boolean
  hasRefreshToken: boolean
  hasToken: boolean
  isEnded: boolean
  /** When the authorization ends, or when it was lost. */
  endsAt: Date | null
  /** Whether it ends within the warning time. */
  isEnding: boolean
}

/** The connections of a project without their tokens. */
export async function listConnections(
  on: Queryable,
  projectId: string,
): Promise<ShownConnection[]> {
  return on.query<ShownConnection>(sql`
    select credential_id as "credentialId", bound, account, scope, failure,
      nullif(trim(staff.first_name || ' ' || staff.last_name), '') as "connectedBy",
      connected_at as "connectedAt", expires_at as "expiresAt",
      refused_at is not null as "isRefused", refresh_token is not null as "hasRefreshToken",
      access_token is not null as "hasToken", coalesce(expires_at <= now(), false) as "isEnded",
      coalesce(refused_at, authorization_ends_at) as "endsAt",
      coalesce(authorization_ends_at <= now() + make_interval(days => ${WARNING_DAYS})
        and (refresh_token is null or warn_at <= now()), false) as "isEnding"
    from credential_connection join credential on credential.id = credential_id
      join environment on environment.id = credential.environment_id
      left join staff on staff.id = connected_by
    where environment.project_id = ${projectId}`)
}

/** Adds an empty connection, or empties one. Rows are not deleted, so that a refresh in flight sees another generation. */
export async function resetConnection(
  on: Queryable,
  { credentialId, bound }: { credentialId: string; bound: string },
): Promise<void> {
  await on.query(sql`
    insert into credential_connection (credential_id, bound) values (${credentialId}, ${bound})
    on conflict (credential_id) do update set bound = excluded.bound, access_token = null,
      refresh_token = null, scope = null, account = null, connected_by = null, connected_at = null,
      expires_at = null, refresh_at = null, generation = credential_connection.generation + 1,
      leased_until = null, retry_at = null, failure = null, failures = 0, refused_at = null,
      ${UNWARNED}`)
}

/** Adds an empty connection unless there is one for the same addresses. */
export async function ensureConnection(
  on: Queryable,
  { credentialId, bound }: { credentialId: string; bound: string },
): Promise<void> {
  await on.query(sql`
    insert into credential_connection (credential_id, bound) values (${credentialId}, ${bound})
    on conflict (credential_id) do update set bound = excluded.bound, access_token = null,
      refresh_token = null, generation = credential_connection.generation + 1, expires_at = null,
      refresh_at = null, leased_until = null, retry_at = null, failure = null, failures = 0,
      refused_at = null, ${UNWARNED}
    where credential_connection.bound <> excluded.bound`)
}

export interface SavedTokens {
  credentialId: string
  accessToken: Buffer
  /** Undefined keeps the one before. */
  refreshToken: Buffer | undefined
  scope: string | undefined
  lifeSeconds: number | undefined
  /** Seconds from now on after which the token is refreshed. */
  refreshSeconds: number | undefined
  /** How long the authorization lasts; undefined if the service has not said. */
  endsSeconds: number | undefined
}

/** Stores the tokens of a new connection in place of any before. */
export async function saveConnection(
  transaction: Transaction,
  saved: SavedTokens & { bound: string; staffId: string; account: string | undefined },
): Promise<void> {
  const { credentialId, bound, accessToken, refreshToken = null, scope = null } = saved
  await resetConnection(transaction, { credentialId, bound })
  await transaction.query(sql`
    update credential_connection set access_token = ${accessToken}, refresh_token = ${refreshToken},
      scope = ${scope}, account = ${saved.account ?? null}, connected_by = ${saved.staffId},
      connected_at = now(),
      expires_at = now() + make_interval(secs => ${saved.lifeSeconds ?? null}::float8),
      refresh_at = now() + make_interval(secs => ${saved.refreshSeconds ?? null}::float8),
      authorization_ends_at = ${endOf(saved)}, warn_at = ${warningOf(saved)}
    where credential_id = ${credentialId}`)
}

interface Refreshing {
  credentialId: string
  /** The generation that the refresh began with. */
  generation: number
}

/** Takes the right to refresh for 30 seconds; false if another process has it or has refreshed meanwhile. */
export async function leaseConnection(
  on: Queryable,
  { credentialId, generation }: Refreshing,
): Promise<boolean> {
  const rows = await on.query(sql`
    update credential_connection set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where credential_id = ${credentialId} and generation = ${generation}
      and (leased_until is null or leased_until < now()) returning 1`)
  return rows.length > 0
}

/** Stores refreshed tokens; false if the connection has changed since the refresh began. */
export async function saveRefreshed(
  on: Queryable,
  saved: SavedTokens & Refreshing,
): Promise<boolean> {
  const { credentialId, generation, accessToken, refreshToken = null, scope = null } = saved
  const rows = await on.query(sql`
    update credential_connection set access_token = ${accessToken},
      refresh_token = coalesce(${refreshToken}, refresh_token), scope = coalesce(${scope}, scope),
      connected_at = coalesce(connected_at, now()),
      expires_at = now() + make_interval(secs => ${saved.lifeSeconds ?? null}::float8),
      refresh_at = now() + make_interval(secs => ${saved.refreshSeconds ?? null}::float8),
      generation = generation + 1, leased_until = null, retry_at = null, failure = null,
      failures = 0, loss_mailed_at = null, ${movedEnd(saved)}
    where credential_id = ${credentialId} and generation = ${generation} returning 1`)
  return rows.length > 0
}

/** Records a refresh that failed, unless the connection has changed since it began. */
export async function saveRefreshFailure(
  on: Queryable,
  failed: Refreshing & { failure: string; isFinal: boolean; retrySeconds: number },
): Promise<void> {
  await on.query(sql`
    update credential_connection set leased_until = null, failure = ${failed.failure},
      failures = failures + 1,
      refused_at = case when ${failed.isFinal}::boolean then now() end,
      retry_at = now() + make_interval(secs => ${failed.retrySeconds})
    where credential_id = ${failed.credentialId} and generation = ${failed.generation}`)
}

/** Lets a connection be tried again after its credential was saved. */
export async function clearRefreshFailure(on: Queryable, credentialId: string): Promise<void> {
  await on.query(sql`
    update credential_connection set refused_at = null, failure = null, failures = 0, retry_at = null
    where credential_id = ${credentialId}`)
}

/** Leaves a connection that is due out of the next batches, without a failure. */
export async function postponeRefresh(on: Queryable, credentialId: string): Promise<void> {
  await on.query(sql`
    update credential_connection set retry_at = now() + interval '5 minutes'
    where credential_id = ${credentialId} and refresh_at <= now()
      and (retry_at is null or retry_at <= now())`)
}

export interface DueConnection extends Record<string, unknown> {
  projectId: string
  environmentId: string
  credentialId: string
}

/**
 * Connections whose tokens end soon, those that end first at the beginning. Lives under ten minutes, of which refresh_at
 * spares 20 %, are left to the runs that use them. The pause after failures doubles up to about an hour.
 */
export async function listDueConnections(
  on: Queryable,
  { limit, perProject }: { limit: number; perProject: number },
): Promise<DueConnection[]> {
  return on.query<DueConnection>(sql`
    select "projectId", "environmentId", "credentialId" from (
      select environment.project_id as "projectId", environment.id as "environmentId",
        credential.id as "credentialId", refresh_at,
        row_number() over (partition by environment.project_id order by refresh_at) as number
      from credential_connection join credential on credential.id = credential_id
        join environment on environment.id = credential.environment_id
        join project on project.id = environment.project_id
      where refresh_token is not null and refused_at is null and refresh_at <= now()
        and expires_at >= refresh_at + interval '2 minutes'
        and (retry_at is null or retry_at
          + make_interval(secs => 30 * (power(2, least(greatest(failures - 1, 0), 7)) - 1)) <= now())
        and (leased_until is null or leased_until < now())
        and project.deleted_at is null and project.availability = 'open') as due
    where number <= ${perProject} order by refresh_at limit ${limit}`)
}
