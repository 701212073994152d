import type { WalkedRun } from './run-store.ts'

const MOST = 1_000
const MOST_PAYLOAD = 16 * 1024

/**
 * Runs that this process has just written down and that nobody may have begun yet, so that who begins one need not read it. It
 * may have been begun elsewhere, or cancelled: what is put on record when it begins says so.
 */
const fresh = new Map<string, WalkedRun>()

/** Keeps a run until it is begun here; the oldest go. */
export function keepFresh(run: WalkedRun): void {
  if ((run.payload?.length ?? 0) > MOST_PAYLOAD) return
  fresh.set(run.id, run)
  const [oldest] = fresh.keys()
  if (fresh.size > MOST && oldest !== undefined) fresh.delete(oldest)
}

/** Gives a run out, once: who takes it up again reads what is on record. */
export function takeFresh(runId: string): WalkedRun | undefined {
  const run = fresh.get(runId)
  fresh.delete(runId)
  return run
}
