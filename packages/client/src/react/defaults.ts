import { ApiError } from '../api-error.ts'

/** How long a row or a list is kept once nothing on screen looks at it. */
export const RETENTION_MS = 2_000
/** Who is signed in is asked again each time. */
export const CURRENT_USER_RETENTION_MS = 0
/** How long anything else is kept. */
export const COLLECT_AFTER_MS = 300_000

const RETRIES = 3
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

/** A refusal stays a refusal, however often it is asked. */
function retry(failures: number, error: unknown): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return failures < RETRIES && !isRefusal
}

function retryDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
}

/** How reads behave unless a call says otherwise. */
export const READ_DEFAULTS = {
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry,
  retryDelay,
} as const
