import type { Database, Queryable, Transaction } from './database.ts'
import { sql } from './sql.ts'

/** The signed-in member of staff behind a request. */
export interface Staff {
  id: string
  organisationId: string
  email: string
  firstName: string
  lastName: string
  isAdmin: boolean
}

export const SESSION_IDLE_HOURS = 12
export const SESSION_DAYS = 7

/** Written at most this often, so that reading does not mean writing. */
const TOUCH_MINUTES = 5

interface SessionRow extends Record<string, unknown> {
  id: string
  organisation_id: string
  email: string
  first_name: string
  last_name: string
  is_admin: boolean
  touch: boolean
}

/** Whose token this is; one indexed read, so that a revoked session ends with the next request. */
export async function findSession(db: Database, tokenHash: Buffer): Promise<Staff | undefined> {
  const [row] = await db.query<SessionRow>(sql`
    select staff.id, staff.organisation_id, staff.email, staff.first_name, staff.last_name,
      staff.is_admin, session.last_used_at < now() - make_interval(mins => ${TOUCH_MINUTES}) as touch
    from session join staff on staff.id = session.staff_id
    where session.token_hash = ${tokenHash} and session.expires_at > now()
      and session.last_used_at > now() - make_interval(hours => ${SESSION_IDLE_HOURS})`)
  if (!row) return undefined
  if (row.touch) {
    await db.query(sql`update session set last_used_at = now() where token_hash = ${tokenHash}`)
  }
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isAdmin: row.is_admin,
  }
}

export async function addSession(
  transaction: Transaction,
  session: { tokenHash: Buffer; staffId: string },
): Promise<void> {
  await transaction.query(
    sql`insert into session (token_hash, staff_id, expires_at)
      values (${session.tokenHash}, ${session.staffId}, now() + make_interval(days => ${SESSION_DAYS}))`,
  )
}

export async function endSession(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query(sql`delete from session where token_hash = ${tokenHash}`)
}

/** Signs a person out everywhere. */
export async function endSessionsOf(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`delete from session where staff_id = ${staffId}`)
}
