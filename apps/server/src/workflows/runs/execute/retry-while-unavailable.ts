import { setTimeout as pause } from 'node:timers/promises'

const LONGEST_PAUSE_MS = 2_000

/** Errors that mean the database is unavailable, not that it rejected the statement. */
function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined && /^(08|57P|53)/.test(code)) return true
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect/i.test(message ?? '')
}

/** Retries while the platform database is unavailable, so that an outage does not fail a node. */
export async function retryWhileUnavailable<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let wait = 50; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error
      await pause(wait, undefined, { signal })
    }
  }
}
