import type { WalkedRun } from './run-store.ts'

const MOST = 1_000
const MOST_PAYLOAD = 16 * 1024

/**
 * Runs that this process has just created, so that executing one needs no read. Another process may have
 * started or cancelled it since; recording its start detects that.
 */
const fresh = new Map<string, WalkedRun>()

/** Remembers a run until it is executed here; evicts the oldest. */
export function keepFresh(run: WalkedRun): void {
  if ((run.payload?.length ?? 0) > MOST_PAYLOAD) return
  fresh.set(run.id, run)
  const [oldest] = fresh.keys()
  if (fresh.size > MOST && oldest !== undefined) fresh.delete(oldest)
}

/** Returns a run once; a later attempt must read the database. */
export function takeFresh(runId: string): WalkedRun | undefined {
  const run = fresh.get(runId)
  fresh.delete(runId)
  return run
}
