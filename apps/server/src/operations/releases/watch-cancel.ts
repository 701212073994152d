import type { OperationsContext } from '../context.ts'
import { findRelease, type ReleaseRecord } from './release-store.ts'

const POLL_MS = 2_000

/** Aborts when cancellation of this release is requested, on any server. */
export function watchCancel(
  { db, pubsub, log }: Pick<OperationsContext, 'db' | 'pubsub' | 'log'>,
  release: Pick<ReleaseRecord, 'id' | 'isCancelled'>,
): { signal: AbortSignal; close(): void } {
  const cancellation = new AbortController()
  const watch = pubsub.watch(release.id)
  let isClosed = false
  const look = async () => {
    while (!isClosed && !cancellation.signal.aborted) {
      await watch.next(POLL_MS)
      const found = isClosed ? undefined : await findRelease(db, release.id)
      if (found?.isCancelled) cancellation.abort()
    }
  }
  if (release.isCancelled) cancellation.abort()
  else {
    look().catch((error) => log.warn({ err: error }, 'release: polling for cancellation failed'))
  }
  return {
    signal: cancellation.signal,
    close() {
      isClosed = true
      watch.close()
    },
  }
}
