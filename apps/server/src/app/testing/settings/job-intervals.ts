import type { JobIntervals } from '../../../foundation/jobs/jobs.ts'

/** Jobs whose effect tests wait for; in the product they run every 5 or 10 seconds. */
export const TEST_JOB_INTERVALS: JobIntervals = {
  'usage-measurement': 250,
  'file-sweep': 250,
  'run-retention': 500,
  'request-log-retention': 1_000,
  'credential-refresh': 1_000,
  'credential-warnings': 500,
}
