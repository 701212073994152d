import type { Placement } from '../../../databases/engine/database-engine.ts'
import { EVENTS_CHANNEL } from '../../../rows/row-events/open-row-events.ts'
import {
  clearDirty,
  type DirtyEnvironment,
  listDirty,
  listWatchedDatabases,
} from '../../../rows/row-events/row-event-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { handOver, outboxName } from './hand-over.ts'

type Parts = Pick<
  WorkflowsContext,
  'db' | 'durable' | 'environments' | 'log' | 'changes' | 'rowEvents'
>

const TOGETHER = 4
const LOOK_EVERY_MS = 1_000
const LOOK_AT_FILES_EVERY_MS = 60_000
const AGAIN_MS = 200
const RECENT_MINUTES = 2

/** What waits is handed over one outbox at a time, and several outboxes together. */
class Queue {
  readonly #parts: Parts
  readonly #due = new Map<string, Placement>()
  readonly #running = new Map<string, Promise<void>>()
  /** How long to wait where it did not work out. */
  readonly #pauses = new Map<string, number>()
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(placement: Placement): void {
    this.#due.set(outboxName(placement), placement)
    this.#pull()
  }

  #pull(): void {
    for (const [name, placement] of this.#due) {
      if (this.#isStopped || this.#running.size >= TOGETHER) return
      if (this.#running.has(name)) continue
      this.#due.delete(name)
      const work = this.#work(name, placement).finally(() => {
        this.#running.delete(name)
        this.#pull()
      })
      this.#running.set(name, work)
    }
  }

  async #work(name: string, placement: Placement): Promise<void> {
    try {
      if ((await handOver(this.#parts, placement)) === 'done') {
        this.#pauses.delete(name)
        return
      }
    } catch (error) {
      if (this.#isStopped) return
      const { environmentId } = placement
      this.#parts.log.warn({ err: error, environmentId }, 'row events could not be handed over')
    }
    const pause = this.#pauses.get(name) ?? AGAIN_MS
    this.#pauses.set(name, Math.min(pause * 2, LOOK_AT_FILES_EVERY_MS))
    setTimeout(() => this.add(placement), pause).unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running.values())
  }
}

/** A file that is not there, or not readable now, is looked at again later. */
async function lookAtFile(parts: Parts, dirty: DirtyEnvironment): Promise<void> {
  const { environmentId } = dirty.placement
  try {
    if ((await handOver(parts, dirty.placement)) === 'done') await clearDirty(parts.db, dirty)
  } catch (error) {
    parts.log.debug({ err: error, environmentId }, 'a marked file could not be looked at')
  }
}

/** Looks where events may wait; an old mark of a file goes once nothing waits there. */
async function look(
  parts: Parts,
  { queue, withinMinutes }: { queue: Queue; withinMinutes: number | null },
): Promise<void> {
  for (const placement of await listWatchedDatabases(parts.db)) queue.add(placement)
  for (const dirty of await listDirty(parts.db, { withinMinutes })) {
    if (dirty.isOld) await lookAtFile(parts, dirty)
    else queue.add(dirty.placement)
  }
}

/** Does something again and again until it is stopped; what fails is tried at the next turn. */
function repeat(parts: Parts, turn: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      await turn().catch((error) => {
        if (isStopped) return undefined
        parts.log.warn({ err: error }, 'looking for row events failed; trying again')
        return new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      })
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      await running
    },
  }
}

/**
 * Hands events over as soon as this process writes them or another one tells of them. Whatever was not told
 * is found by looking: at watched databases every second, at marked files at the start and every minute.
 */
export function relayRowEvents(parts: Parts): { stop(): Promise<void> } {
  const queue = new Queue(parts)
  const news = parts.changes.watch(EVENTS_CHANNEL)
  const ticks = parts.changes.watch('')
  let lastFull = Number.NEGATIVE_INFINITY
  parts.rowEvents.listen((placement) => queue.add(placement))
  const looking = repeat(parts, async () => {
    const isFull = performance.now() - lastFull >= LOOK_AT_FILES_EVERY_MS
    if (isFull) lastFull = performance.now()
    await look(parts, { queue, withinMinutes: isFull ? null : RECENT_MINUTES })
    await news.next(LOOK_AT_FILES_EVERY_MS)
  })
  const polling = repeat(parts, async () => {
    await ticks.next(LOOK_EVERY_MS)
    for (const placement of await listWatchedDatabases(parts.db)) queue.add(placement)
  })
  return {
    async stop() {
      const stopped = Promise.all([looking.stop(), polling.stop()])
      news.close()
      ticks.close()
      await stopped
      await queue.stop()
    },
  }
}
