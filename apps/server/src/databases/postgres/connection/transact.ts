import type pg from 'pg'

/** How long others may have to queue behind our lock request. */
export const LOCK_TIMEOUT_MS = 200
const TRIES = 20
const MAX_PAUSE_MS = 400

/** The lock was not available in any attempt. */
export class LockTimeout extends Error {}

/** Not all tables could be locked in time: release the queue and try again. */
export class LocksUnavailable extends Error {}

/** The SQLSTATE of an error. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '')
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/** SQLSTATE of a statement that hit its timeout. */
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
 * A transaction that changes tables in use. A waiting lock request blocks all later ones, so it times out
 * soon, lets them pass and tries again.
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
      const isRetryable =
        error instanceof LocksUnavailable || code === LOCK_NOT_AVAILABLE || code === DEADLOCK
      if (!isRetryable) throw error
      if (attempt === TRIES) throw new LockTimeout('migration: table locks not acquired in time')
    }
    const pause = 20 + Math.random() * Math.min(MAX_PAUSE_MS, 40 * attempt)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function setLockTimeout(client: pg.Client, ms: number): Promise<void> {
  await client.query(`select set_config('lock_timeout', $1, true)`, [
    `${Math.max(1, Math.round(ms))}ms`,
  ])
}
