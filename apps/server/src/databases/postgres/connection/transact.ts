import type pg from 'pg'

/** How long anybody may have to wait behind us for a table. */
export const LOCK_TIMEOUT_MS = 200
const TRIES = 20
const LONGEST_PAUSE_MS = 400

/** Somebody held what we needed through all tries. */
export class StillLocked extends Error {}

/** Not all tables could be had in time: let everybody through and try again. */
export class NotYet extends Error {}

/** PostgreSQL's own code for what went wrong. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '')
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/** What a statement that took too long ends with. */
export const CANCELLED = '57014'

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * A transaction that changes tables in use. A statement that waits for a lock makes everybody wait who
 * comes after it, so it gives up soon, lets them through and tries again.
 */
export async function inShortTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(client, async () => {
        await setLockTimeout(client, LOCK_TIMEOUT_MS)
        return work()
      })
    } catch (error) {
      const code = codeOf(error)
      const isWaiting = error instanceof NotYet || code === LOCK_NOT_AVAILABLE || code === DEADLOCK
      if (!isWaiting) throw error
      if (attempt === TRIES) throw new StillLocked('a table was in use all the time')
    }
    const pause = 20 + Math.random() * Math.min(LONGEST_PAUSE_MS, 40 * attempt)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function setLockTimeout(client: pg.Client, ms: number): Promise<void> {
  await client.query(`select set_config('lock_timeout', $1, true)`, [
    `${Math.max(1, Math.round(ms))}ms`,
  ])
}
