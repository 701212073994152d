import { LRUCache } from 'lru-cache'
import { yieldEvery } from '../../../foundation/concurrency/yield-every.ts'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import { nextTimes, readSchedule } from './schedule.ts'

/** A schedule that never fires, such as on 30 February, takes up to 20 ms to search: the result is cached. */
const found = new LRUCache<string, { from: Date; next: Date | null }>({ max: 10_000 })

/** The first time of a stored schedule after now; null if it has none. */
export function findNextTime(settings: string, now: Date): Date | null {
  const read = readSchedule(readStoredObject(settings, 'trigger settings'))
  if ('issue' in read) return null
  const { schedule } = read
  const key = `${schedule.timezone} ${schedule.cron}`
  const known = found.get(key)
  if (known && known.from <= now && (known.next === null || known.next > now)) return known.next
  const [next = null] = nextTimes(schedule, { after: now, count: 1 })
  found.set(key, { from: now, next })
  return next
}

const TURN_MS = 10
const MAX_MS = 1_000

interface Scheduled {
  readonly workflowId: string
  readonly schedules: readonly string[]
}

/**
 * The first time after now at which a schedule of each workflow fires. Times that are not found within a second are left
 * out; those found meanwhile are cached for the next call.
 */
export async function findNextTimes(
  workflows: readonly Scheduled[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const pause = yieldEvery(TURN_MS)
  const end = performance.now() + MAX_MS
  const first = new Map<string, Date>()
  for (const { workflowId, schedules } of workflows) {
    for (const settings of new Set(schedules)) {
      if (performance.now() > end) return first
      const next = findNextTime(settings, now)
      const known = first.get(workflowId)
      if (next && (!known || next < known)) first.set(workflowId, next)
      await pause()
    }
  }
  return first
}
