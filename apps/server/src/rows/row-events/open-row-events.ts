import type { Logger } from 'pino'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { notify, type PubSub } from '../../foundation/pubsub/pubsub.ts'
import type { WriteListener } from '../runners/notify-writes.ts'
import { openLiveWrites } from './open-live-writes.ts'
import { markDirty } from './row-event-store.ts'

/** Channel on which processes notify each other of pending events. */
export const EVENTS_CHANNEL = 'row-events'

/** Must be much shorter than the age at which a mark is considered old. */
const MARK_MS = 60_000
const NOTIFY_AFTER_MS = 20

/** Marks and notifications for writes that leave row events. */
export interface RowEvents extends WriteListener {
  /** Calls the listener for pending events instead of notifying other processes. */
  listen(listener: (placement: Placement) => void): void
  /** Calls back with an environment's id after writes to its live tables, by any process; without one after a gap. */
  onChange(listener: (environmentId?: string) => void): Promise<{ close(): void }>
}

/** Marks SQLite files as dirty before writes, and notifies the relay of pending events, debounced. */
export function openRowEvents({
  db,
  log,
  pubsub,
}: {
  db: Database
  log: Logger
  pubsub: PubSub
}): RowEvents {
  const live = openLiveWrites({ db, log, pubsub })
  const marks = new Map<string, { since: number; made: Promise<void> }>()
  let localListener: ((placement: Placement) => void) | undefined
  let notifying: NodeJS.Timeout | undefined

  function notifyOthers(): void {
    notifying ??= setTimeout(() => {
      notifying = undefined
      notify(db, EVENTS_CHANNEL).catch((error) => {
        log.warn(
          { err: error },
          'row-events: notifying the relay failed, the next poll finds the events',
        )
      })
    }, NOTIFY_AFTER_MS)
    notifying.unref()
  }

  return {
    async before({ engine, environmentId }) {
      if (engine !== 'sqlite3') return
      const existing = marks.get(environmentId)
      if (existing && performance.now() - existing.since < MARK_MS) return existing.made
      const made = markDirty(db, environmentId)
      marks.set(environmentId, { since: performance.now(), made })
      made.catch(() => marks.delete(environmentId))
      return made
    },
    after(placement, isLive) {
      if (isLive) live.add(placement.environmentId)
      if (localListener) localListener(placement)
      else notifyOthers()
    },
    listen(listener) {
      localListener = listener
    },
    onChange: (listener) => live.listen(listener),
  }
}
