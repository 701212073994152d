import type { Logger } from 'pino'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { notify } from '../../foundation/pubsub/pubsub.ts'
import type { WriteListener } from '../runners/tell-writes.ts'
import { markDirty } from './row-event-store.ts'

/** Under this key processes tell each other that events wait. */
export const EVENTS_WAIT = 'row-events'

/** Much shorter than what makes a mark old. */
const MARK_MS = 60_000
const TELL_AFTER_MS = 20

/** What a process does about writes that leave events. */
export interface RowEvents extends WriteListener {
  /** Where events wait is told here instead of to other processes. */
  hear(listener: (placement: Placement) => void): void
}

/** Marks files before they are written to, and tells whoever hands events over that some wait. */
export function openRowEvents({ db, log }: { db: Database; log: Logger }): RowEvents {
  const marks = new Map<string, { since: number; made: Promise<void> }>()
  let heard: ((placement: Placement) => void) | undefined
  let telling: NodeJS.Timeout | undefined

  function tellOthers(): void {
    telling ??= setTimeout(() => {
      telling = undefined
      notify(db, EVENTS_WAIT).catch((error) => {
        log.warn({ err: error }, 'nobody was told of row events; they are found at the next look')
      })
    }, TELL_AFTER_MS)
    telling.unref()
  }

  return {
    async before({ engine, environmentId }) {
      if (engine !== 'sqlite3') return
      const known = marks.get(environmentId)
      if (known && performance.now() - known.since < MARK_MS) return known.made
      const made = markDirty(db, environmentId)
      marks.set(environmentId, { since: performance.now(), made })
      made.catch(() => marks.delete(environmentId))
      return made
    },
    after(placement) {
      if (heard) heard(placement)
      else tellOthers()
    },
    hear(listener) {
      heard = listener
    },
  }
}
