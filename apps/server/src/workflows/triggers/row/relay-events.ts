import type { Placement } from '../../../databases/engine/database-engine.ts'
import type { StartedJob } from '../../../foundation/jobs/jobs.ts'
import { EVENTS_CHANNEL } from '../../../rows/row-events/open-row-events.ts'
import {
  clearDirty,
  type DirtyEnvironment,
  listDirty,
  listWatchedDatabases,
} from '../../../rows/row-events/row-event-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { dispatchEvents, logName } from './dispatch-events.ts'

type Given = Pick<
  WorkflowsContext,
  | 'db'
  | 'durable'
  | 'environments'
  | 'jobs'
  | 'log'
  | 'metrics'
  | 'pubsub'
  | 'rowEvents'
  | 'stoppedProjects'
  | 'runBudget'
>
type Parts = Given & Parameters<typeof dispatchEvents>[0]

const CONCURRENCY = 4
/** Of them, external databases, whose servers may not answer. */
const EXTERNAL_CONCURRENCY = 2
const POLL_DATABASES_EVERY_MS = 1_000
const POLL_FILES_EVERY_MS = 60_000
const RETRY_MS = 200
const TRIM_EVERY_MS = 60_000
const RECENT_MINUTES = 2

/** Delivers from several logs at a time, and from each by one delivery at a time. */
class Queue {
  readonly #parts: Parts
  readonly #due = new Map<string, Placement>()
  readonly #running = new Map<string, Promise<void>>()
  #runningExternal = 0
  /** Backoff of logs whose last delivery failed. */
  readonly #pauses = new Map<string, number>()
  /** When each log was last trimmed. */
  readonly #trims = new Map<string, number>()
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(placement: Placement): void {
    this.#due.set(logName(placement), placement)
    this.#pull()
  }

  /** Adds a log that may have events; an external one that has failed waits for its next attempt. */
  poll(placement: Placement): void {
    if (placement.connection === null || !this.#pauses.has(logName(placement))) this.add(placement)
  }

  #pull(): void {
    for (const [name, placement] of this.#due) {
      if (this.#isStopped || this.#running.size >= CONCURRENCY) return
      const isExternal = placement.connection !== null
      if (isExternal && this.#runningExternal >= EXTERNAL_CONCURRENCY) continue
      if (this.#running.has(name)) continue
      this.#due.delete(name)
      if (isExternal) this.#runningExternal += 1
      const work = this.#work(name, placement).finally(() => {
        this.#running.delete(name)
        if (isExternal) this.#runningExternal -= 1
        this.#pull()
      })
      this.#running.set(name, work)
    }
  }

  async #work(name: string, placement: Placement): Promise<void> {
    try {
      const result = await dispatchEvents(this.#parts, placement)
      await this.#trim(name, placement)
      // The events of a stopped project are polled for when it is open again.
      if (result === 'done' || result === 'stopped') {
        this.#pauses.delete(name)
        return
      }
      if (result === 'more') {
        // After the logs that wait.
        this.add(placement)
        return
      }
    } catch (error) {
      if (this.#isStopped) return
      const { environmentId } = placement
      this.#parts.log.warn({ err: error, environmentId }, 'row-events: delivery failed, retrying')
    }
    const pause = this.#pauses.get(name) ?? RETRY_MS
    this.#pauses.set(name, Math.min(pause * 2, POLL_FILES_EVERY_MS))
    setTimeout(() => this.add(placement), pause).unref()
  }

  async #trim(name: string, placement: Placement): Promise<void> {
    const last = this.#trims.get(name) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - last < TRIM_EVERY_MS) return
    this.#trims.set(name, performance.now())
    const hasMore = await this.#parts.environments.runnerOf({ placement }).trimLog(placement)
    if (!hasMore) return
    // The next part is removed after the deliveries that wait.
    this.#trims.delete(name)
    this.add(placement)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running.values())
  }
}

/** Delivers from a marked file; one that is missing or unreadable is tried again at the next poll. */
async function pollFile(parts: Parts, queue: Queue, dirty: DirtyEnvironment): Promise<void> {
  const { environmentId } = dirty.placement
  try {
    const result = await dispatchEvents(parts, dirty.placement)
    if (result === 'done') await clearDirty(parts.db, dirty)
    if (result === 'more') queue.add(dirty.placement)
  } catch (error) {
    parts.log.debug({ err: error, environmentId }, 'row-events: marked file not readable')
  }
}

/** Queues every log that may have events, and clears an old mark of a file once its log has none. */
async function poll(
  parts: Parts,
  { queue, withinMinutes }: { queue: Queue; withinMinutes: number | null },
): Promise<void> {
  for (const placement of await listWatchedDatabases(parts.db)) queue.poll(placement)
  for (const dirty of await listDirty(parts.db, { withinMinutes })) {
    if (dirty.isOld) await pollFile(parts, queue, dirty)
    else queue.add(dirty.placement)
  }
}

/**
 * Delivers events as soon as this process writes them or another one notifies of them. Polling finds events whose
 * notification was missed: watched databases every second, marked files at the start and every minute.
 */
export function startRowEventRelay(given: Given): StartedJob {
  const { db, jobs, metrics, pubsub, rowEvents, stoppedProjects } = given
  const countEvents = metrics.counter({
    name: 'row_events_total',
    help: 'Row events dispatched to workflows, and deferred to another attempt.',
    labels: { result: ['dispatched', 'deferred'] },
  })
  const parts: Parts = { ...given, countEvents }
  const queue = new Queue(parts)
  rowEvents.listen((placement) => queue.add(placement))
  let lastFullPoll = Number.NEGATIVE_INFINITY
  const relay = jobs.start({
    name: 'row-event-relay',
    everyMs: POLL_FILES_EVERY_MS,
    retryMs: POLL_DATABASES_EVERY_MS,
    isImmediate: true,
    async run() {
      const startedAt = performance.now()
      const isFull = startedAt - lastFullPoll >= POLL_FILES_EVERY_MS
      await poll(parts, { queue, withinMinutes: isFull ? null : RECENT_MINUTES })
      if (isFull) lastFullPoll = startedAt
    },
  })
  const databases = jobs.start({
    name: 'row-event-database-poll',
    everyMs: POLL_DATABASES_EVERY_MS,
    async run() {
      for (const placement of await listWatchedDatabases(db)) queue.poll(placement)
    },
  })
  const subscription = pubsub.subscribe(EVENTS_CHANNEL, () => relay.wake())
  const opened = stoppedProjects.onOpened(() => {
    lastFullPoll = Number.NEGATIVE_INFINITY
    relay.wake()
  })
  return {
    async stop() {
      subscription.close()
      opened.close()
      await Promise.all([relay.stop(), databases.stop()])
      await queue.stop()
    },
  }
}
