import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../foundation/platform/database.ts'
import type { PubSub } from '../../foundation/pubsub/pubsub.ts'
import { LIVE_CHANNEL, notifyLiveWrites } from './row-event-store.ts'

const NOTIFY_AFTER_MS = 20

/** Notifies this process at once, and others shortly after, of writes to live tables. Streams poll for lost ones. */
export function openLiveWrites({ db, log, pubsub }: { db: Database; log: Logger; pubsub: PubSub }) {
  const processId = randomBytes(6).toString('hex')
  const listeners = new Set<(environmentId?: string) => void>()
  const written = new Set<string>()

  function notifyOthers(): void {
    const environmentIds = [...written]
    written.clear()
    notifyLiveWrites(db, { processId, environmentIds }).catch((error) => {
      log.warn({ err: error }, 'live: notifying other processes failed, their next poll finds it')
    })
  }

  return {
    add(environmentId: string): void {
      for (const listener of listeners) listener(environmentId)
      if (written.size === 0) setTimeout(notifyOthers, NOTIFY_AFTER_MS).unref()
      written.add(environmentId)
    },
    async listen(listener: (environmentId?: string) => void): Promise<{ close(): void }> {
      listeners.add(listener)
      const subscription = await pubsub.listen(LIVE_CHANNEL, {
        onNotify(payload) {
          const [from, environmentId] = payload.split(' ')
          if (from !== processId) listener(environmentId)
        },
        onGap: () => listener(),
      })
      return {
        close() {
          listeners.delete(listener)
          subscription.close()
        },
      }
    },
  }
}
