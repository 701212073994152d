import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { forgetOldAnswers } from './idempotency-store.ts'
import { sql } from './sql.ts'

const EVERY_MS = 600_000

/** Forgets what has run out: stored answers, sessions, links and rate limits. */
export function sweepPlatform({ db, log }: { db: Database; log: Logger }): { stop(): void } {
  async function sweep(): Promise<void> {
    await forgetOldAnswers(db)
    await db.query(sql`delete from session where expires_at < now()`)
    await db.query(sql`delete from app_session where expires_at < now()`)
    await db.query(sql`delete from app_link where expires_at < now()`)
    await db.query(sql`delete from password_reset where expires_at < now()`)
    await db.query(sql`delete from sign_in_failure where ends_at < now()`)
    await db.query(sql`delete from sign_in_network where used_at < now() - interval '90 days'`)
    await db.query(sql`delete from rate_limit where expire < extract(epoch from now()) * 1000`)
  }
  const timer = setInterval(() => {
    sweep().catch((error) => log.warn({ err: error }, 'sweeping failed; trying again later'))
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
