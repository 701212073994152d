import type { OperationsContext } from '../context.ts'
import { findRelease, type ReleaseRecord } from './release-store.ts'

const LOOK_EVERY_MS = 2_000

/** A signal that somebody asked this release to stop, wherever they asked. */
export function watchCancel(
  { db, pubsub, log }: Pick<OperationsContext, 'db' | 'pubsub' | 'log'>,
  release: Pick<ReleaseRecord, 'id' | 'isCancelled'>,
): { signal: AbortSignal; close(): void } {
  const asked = new AbortController()
  const watch = pubsub.watch(release.id)
  let isClosed = false
  const look = async () => {
    while (!isClosed && !asked.signal.aborted) {
      await watch.next(LOOK_EVERY_MS)
      const found = isClosed ? undefined : await findRelease(db, release.id)
      if (found?.isCancelled) asked.abort()
    }
  }
  if (release.isCancelled) asked.abort()
  else {
    look().catch((error) => log.warn({ err: error }, 'a wish to cancel could not be looked for'))
  }
  return {
    signal: asked.signal,
    close() {
      isClosed = true
      watch.close()
    },
  }
}
