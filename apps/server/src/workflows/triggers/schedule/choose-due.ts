import { nextTimes, passedTimes, type Schedule } from './schedule.ts'

/** A time is missed if it is later than this. */
const ON_TIME_MS = 60_000
/** Maximum number of missed times to catch up on. */
export const MAX_CAUGHT_UP = 100

export interface Due {
  /** The times to start a run for, oldest first. */
  times: Date[]
  next: Date | undefined
}

/** Chooses the times to fire when a timer set for `at` runs at `now`, and the next time to fire. */
export function chooseDue(schedule: Schedule, { at, now }: { at: Date; now: Date }): Due {
  const passed = passedTimes(schedule, { until: now, count: MAX_CAUGHT_UP }).filter(
    (time) => time >= at,
  )
  const onTime = passed.filter((time) => now.getTime() - time.getTime() <= ON_TIME_MS)
  const times = {
    skip: onTime,
    all: passed,
    once: onTime.length > 0 ? onTime : passed.slice(-1),
  }
  const [next] = nextTimes(schedule, { after: now, count: 1 })
  return { times: times[schedule.missed], next }
}
