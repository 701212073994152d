import { MAX_LISTED_SESSIONS } from '@plinth/contract'
import { ACTOR_NAME, WITH_ACTOR } from '../../foundation/callers/acting-session-store.ts'
import { SESSION_IS_OPEN } from '../../foundation/callers/app-session-store.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'

interface StoredSession extends Record<string, unknown> {
  startedAt: Date
  lastUsedAt: Date
  expiresAt: Date
  /** The name of who acts as the user; null in a session of the user. */
  actor: string | null
}

/** The open sessions of a user, the last used first. */
export function selectSessions(on: Queryable, user: AppUserKey): Promise<StoredSession[]> {
  return on.query<StoredSession>(sql`
    select app_session.started_at as "startedAt", app_session.last_used_at as "lastUsedAt",
      app_session.expires_at as "expiresAt", ${ACTOR_NAME} as actor
    from app_session ${WITH_ACTOR}
    where app_session.environment_id = ${user.environmentId} and app_session.table_id = ${user.tableId}
      and app_session.user_id = ${user.userId} and ${SESSION_IS_OPEN}
    order by app_session.last_used_at desc limit ${MAX_LISTED_SESSIONS}`)
}

interface Summary extends Record<string, unknown> {
  userId: string
  openSessions: number
  lastSeen: Date | null
  disabledAt: Date | null
}

interface Users {
  readonly environmentId: string
  readonly tableId: string
  readonly userIds: readonly string[]
}

/** Sessions and state of these users by their ids, in one statement. */
export async function selectSummaries(
  on: Queryable,
  { environmentId, tableId, userIds }: Users,
): Promise<ReadonlyMap<string, Summary>> {
  const rows = await on.query<Summary>(sql`
    select asked.id as "userId", coalesce(open.sessions, 0)::integer as "openSessions",
      open.last_seen as "lastSeen", disabled.disabled_at as "disabledAt"
    from unnest(${userIds}::text[]) as asked(id)
      left join (select user_id, count(*) as sessions, max(last_used_at) filter (where actor_session_id is null) as last_seen
        from app_session
        where environment_id = ${environmentId} and table_id = ${tableId}
          and user_id = any(${userIds}::text[]) and ${SESSION_IS_OPEN} group by user_id) as open
        on open.user_id = asked.id
      left join disabled_app_user as disabled on disabled.environment_id = ${environmentId}
        and disabled.table_id = ${tableId} and disabled.user_id = asked.id`)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Idempotent: a user who is disabled already keeps the time. */
export async function putDisabled(
  transaction: Transaction,
  { environmentId, tableId, userId, isDisabled }: AppUserKey & { isDisabled: boolean },
): Promise<void> {
  await transaction.query(
    isDisabled
      ? sql`insert into disabled_app_user (environment_id, table_id, user_id)
          values (${environmentId}, ${tableId}, ${userId}) on conflict do nothing`
      : sql`delete from disabled_app_user where environment_id = ${environmentId}
          and table_id = ${tableId} and user_id = ${userId}`,
  )
}
