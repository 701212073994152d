import { LRUCache } from 'lru-cache'
import type { RunDefinition } from './run-store.ts'

const MAX_RUNS = 1_000
const MAX_PAYLOAD = 16 * 1024

/**
 * Runs that this process has just stored, so that it can start them without a read. A run may have been started by
 * another process or cancelled meanwhile: the write that marks its start detects that.
 */
const fresh = new LRUCache<string, RunDefinition>({ max: MAX_RUNS })

/** Caches a run until it is started here. */
export function cacheFreshRun(run: RunDefinition): void {
  if ((run.payload?.length ?? 0) <= MAX_PAYLOAD) fresh.set(run.id, run)
}

/** Returns a cached run once: a later attempt must read the stored one. */
export function takeFreshRun(runId: string): RunDefinition | undefined {
  const run = fresh.get(runId)
  fresh.delete(runId)
  return run
}
