import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { Database } from './database.ts'
import { forgetOldAnswers } from './idempotency-store.ts'
import { sql } from './sql.ts'

const EVERY_MS = 600_000

async function deleteExpired(db: Database): Promise<void> {
  await forgetOldAnswers(db)
  await db.query(sql`delete from session where expires_at < now()`)
  await db.query(sql`delete from app_session where expires_at < now()`)
  await db.query(sql`delete from app_link where expires_at < now()`)
  await db.query(sql`delete from password_reset where expires_at < now()`)
  await db.query(sql`delete from sign_in_failure where ends_at < now()`)
  await db.query(sql`delete from sign_in_network where used_at < now() - interval '90 days'`)
  await db.query(sql`delete from rate_limit where expire < extract(epoch from now()) * 1000`)
}

/** Deletes expired idempotency records, sessions, links and rate limits. */
export function startPlatformSweep({ db, jobs }: { db: Database; jobs: Jobs }): StartedJob {
  return jobs.start({ name: 'platform-sweep', everyMs: EVERY_MS, run: () => deleteExpired(db) })
}
