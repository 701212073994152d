import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Accounts whose password nobody knows do not count. */
export async function hasBreakGlassAdmin(on: Queryable): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from staff where break_glass and is_admin and has_password and disabled_at is null
      and pending is null limit 1`)
  return rows.length > 0
}

/** The name of the stored provider if people sign in with it only. */
export async function findStoredOnly(on: Queryable): Promise<string | undefined> {
  const [row] = await on.query<{ name: string }>(sql`
    select name from sso_provider where sso_only limit 1`)
  return row?.name
}

export async function isBreakGlass(on: Queryable, staffId: string): Promise<boolean> {
  const rows = await on.query(sql`select 1 from staff where id = ${staffId} and break_glass`)
  return rows.length > 0
}

const LOCK = 'single sign-on only'

/** Makes changes of the switch and of break-glass admins wait for each other, and for password sign-ins. */
export async function lockSsoOnly(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 27))`)
}

/** Makes the switch wait for this sign-in, so that it ends its session. Sign-ins do not wait for each other. */
export async function shareSsoOnly(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock_shared(hashtextextended(${LOCK}, 27))`)
}

/** Ends the sessions that a password opened, except those of break-glass accounts and the one of `tokenHash`. */
export async function endPasswordSessions(
  on: Queryable | Transaction,
  tokenHash: Buffer | null,
): Promise<void> {
  await on.query(sql`
    delete from session using staff where staff.id = session.staff_id and not staff.break_glass
      and identity_issuer is null and token_hash is distinct from ${tokenHash}::bytea`)
}
