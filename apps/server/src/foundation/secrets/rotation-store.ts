import type { Database } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** Advisory lock id; no other code uses it. */
const LOCK = 7_234_502
const WAIT_MS = 60_000
const POLL_EVERY_MS = 100

/** Locks out concurrent rotations, which would overwrite each other's keys; the lock lasts as long as the connection. */
export async function lockRotation(db: Database): Promise<boolean> {
  const [row] = await db.query<{ got: boolean }>(
    sql`select pg_try_advisory_lock(${LOCK}::bigint) as got`,
  )
  return row?.got ?? false
}

/** Waits until every transaction that may have sealed values before now has ended. */
export async function waitForOlderWrites(db: Database): Promise<void> {
  const [now] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  const end = Date.now() + WAIT_MS
  for (;;) {
    const older = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and xact_start < ${now?.now}
        and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`)
    if (older.length === 0) return
    if (Date.now() > end)
      throw new Error('A transaction has been open for a minute. Try again later.')
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
  }
}
