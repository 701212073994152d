import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { Kept } from './kept.ts'

interface Renewal<T> {
  readonly name: string
  readonly kept: Kept<T>
  /** Often enough that no entry in use expires between two renewals. */
  readonly everyMs: number
  /** Returns those of the expiring entries that are still valid. */
  readonly ask: (expiring: ReadonlyMap<string, T>) => Promise<ReadonlyMap<string, T>>
}

/** Renews entries in use before they expire, with one query for all of them. */
export function startRenewal<T>(jobs: Jobs, { name, kept, everyMs, ask }: Renewal<T>): StartedJob {
  // After a failed renewal entries expire as usual, and the next lookup reads them.
  return jobs.start({ name, everyMs, failureLevel: 'debug', run: () => kept.renew(ask) })
}
