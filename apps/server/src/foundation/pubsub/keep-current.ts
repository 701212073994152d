import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { PubSub } from './pubsub.ts'

interface Followed {
  readonly pubsub: PubSub
  readonly jobs: Jobs
  /** The name of the job. */
  readonly name: string
  /** The database notifies this topic of changes. */
  readonly topic: string
  /** How long a lost notification goes unnoticed at most. */
  readonly everyMs: number
  readonly refresh: () => Promise<void>
}

/** Reads what a process has in memory, then again after each notification and at intervals, until it is stopped. */
export async function keepCurrent(followed: Followed): Promise<StartedJob> {
  const { pubsub, jobs, name, topic, everyMs, refresh } = followed
  await refresh()
  const job = jobs.start({ name, everyMs, run: refresh })
  const subscription = pubsub.subscribe(topic, () => job.wake())
  return {
    async stop() {
      subscription.close()
      await job.stop()
    },
  }
}
