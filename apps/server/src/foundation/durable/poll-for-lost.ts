import type { Jobs, StartedJob } from '../jobs/jobs.ts'

const POLL_EVERY_MS = 15_000
/** Younger work may not have been dispatched yet. */
export const LOST_AFTER_MS = 15_000

interface LostPoll {
  name: string
  /** Gets what the last poll missed and returns what it misses itself: only what is missed twice is lost. */
  poll: (missedBefore: ReadonlySet<string>) => Promise<ReadonlySet<string>>
}

/** Polls for work that the durable runtime should have and has lost. */
export function startLostPoll(jobs: Jobs, { name, poll }: LostPoll): StartedJob {
  let missed: ReadonlySet<string> = new Set()
  return jobs.start({
    name,
    everyMs: POLL_EVERY_MS,
    run: async () => {
      missed = await poll(missed)
    },
  })
}
