import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { RenewingCache } from './renewing-cache.ts'

interface CacheRenewal<T> {
  /** Name of the job. */
  readonly name: string
  readonly cache: RenewingCache<T>
  /** Often enough that no entry in use expires between two renewals. */
  readonly everyMs: number
  /** Returns those of the expiring entries that are still valid. */
  readonly check: (expiring: ReadonlyMap<string, T>) => Promise<ReadonlyMap<string, T>>
}

/** Renews entries in use before they expire, with one query for all of them. */
export function startCacheRenewal<T>(jobs: Jobs, renewal: CacheRenewal<T>): StartedJob {
  const { name, cache, everyMs, check } = renewal
  // After a failed renewal entries expire as usual, and the next lookup reads them.
  return jobs.start({ name, everyMs, failureLevel: 'debug', run: () => cache.renew(check) })
}
