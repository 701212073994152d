import { ApiError } from '../api-error.ts'

/** Cache time of unused rows and lists. */
export const RETENTION_MS = 2_000
/** The current user is never cached. */
export const CURRENT_USER_RETENTION_MS = 0
/** Cache time of all other unused queries. */
export const COLLECT_AFTER_MS = 300_000

const RETRIES = 3
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

/** Client errors are not retried, because they would fail again. */
function retry(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return failures < RETRIES && !isRefusal
}

function retryDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
}

/** Default query options. */
export const READ_DEFAULTS = {
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry,
  retryDelay,
}
