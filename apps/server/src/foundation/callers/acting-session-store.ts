import { ACT_AS_MINUTES } from '@plinth/contract'
import type { Transaction } from '../platform/database.ts'
import { raw, sql } from '../platform/sql.ts'
import { HAS_SECOND_FACTOR } from './second-factor-store.ts'

/** The member of staff behind a session as an app user. */
export interface Actor {
  readonly staffId: string
  readonly name: string
  readonly expiresOn: string
}

/** What a row of staff is called, where it stands for an actor. */
export const ACTOR_NAME = raw(
  `coalesce(nullif(trim(actor.first_name || ' ' || actor.last_name), ''), actor.email)`,
)

/** Joins the actor of `app_session`; null for sessions of the users themselves. */
export const WITH_ACTOR =
  raw(`left join session as actor_session on actor_session.id = app_session.actor_session_id
  left join staff as actor on actor.id = actor_session.staff_id`)

/** Whether who opened a session as an app user may still do so; true for sessions of the users themselves. */
export const ACTOR_MAY = sql`(app_session.actor_session_id is null or exists (
  select from session as own join staff on staff.id = own.staff_id
    join environment as place on place.id = app_session.environment_id
    join project as app on app.id = place.project_id and app.organisation_id = staff.organisation_id
    join organisation on organisation.id = staff.organisation_id
    left join membership on membership.project_id = app.id and membership.staff_id = staff.id
  where own.id = app_session.actor_session_id and own.expires_at > now() and staff.disabled_at is null
    and (not organisation.two_factor_required or own.identity_second_factor or ${HAS_SECOND_FACTOR})
    and (staff.is_admin or (place.name = 'dev' and membership.role = 'owner'))))`

interface ActingSession {
  readonly tokenHash: Buffer
  readonly familyHash: Buffer
  readonly environmentId: string
  readonly tableId: string
  readonly userId: string
  /** The session of the member of staff. */
  readonly sessionId: string
}

/** Opens a session of staff as an app user and returns when it ends. */
export async function addActingSession(
  transaction: Transaction,
  session: ActingSession,
): Promise<Date> {
  const [row] = await transaction.query<{ expires_at: Date }>(sql`
    insert into app_session (token_hash, family_hash, environment_id, table_id, user_id, actor_session_id, expires_at)
    values (${session.tokenHash}, ${session.familyHash}, ${session.environmentId}, ${session.tableId},
      ${session.userId}, ${session.sessionId}, now() + make_interval(mins => ${ACT_AS_MINUTES}))
    returning expires_at`)
  if (!row) throw new Error('acting-session: insert returned no row')
  return row.expires_at
}

/** Ends what a member of staff has opened as this user; returns the hashes of its tokens. */
export async function endActingSessions(
  transaction: Transaction,
  asked: Pick<ActingSession, 'environmentId' | 'tableId' | 'userId'> & { staffId: string },
): Promise<Buffer[]> {
  const ended = await transaction.query<{ token_hash: Buffer }>(sql`
    delete from app_session using session
    where session.id = app_session.actor_session_id and session.staff_id = ${asked.staffId}
      and app_session.environment_id = ${asked.environmentId}
      and app_session.table_id = ${asked.tableId} and app_session.user_id = ${asked.userId}
    returning app_session.token_hash`)
  return ended.map(({ token_hash }) => token_hash)
}
