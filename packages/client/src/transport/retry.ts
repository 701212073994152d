import { RequestError } from '../api-error.ts'
import type { Incoming } from './outgoing.ts'

const FIRST_DELAY_MS = 300
/** A server that asks for a longer pause gets no retry; the caller gets its answer. */
const LONGEST_PAUSE_S = 10
const PASSING_STATUS = [429, 502, 503]

/** A connection that could not be made or was lost; not an abort, a timeout or an invalid address. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return !['ERR_CANCELED', 'ECONNABORTED', 'ERR_BAD_REQUEST'].includes(error.code)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}

/** The next delay: doubling, with up to a quarter added so that clients do not return at once. */
function delayAfter(failures: number, retryAfter: number | undefined): number {
  const delay = FIRST_DELAY_MS * 2 ** failures * (1 + Math.random() / 4)
  return Math.max(delay, (retryAfter ?? 0) * 1_000)
}

/** Repeats a request that may pass at another time: lost connections and 429, 502 and 503 answers. */
export async function sendWithRetries(
  sendOnce: () => Promise<Incoming>,
  { retries, signal }: { retries: number; signal: AbortSignal | undefined },
): Promise<Incoming> {
  for (let failures = 0; ; failures += 1) {
    const isLast = failures >= retries || signal?.aborted
    let retryAfter: number | undefined
    try {
      const answer = await sendOnce()
      retryAfter = answer.retryAfter
      const isPassing = PASSING_STATUS.includes(answer.status)
      if (isLast || !isPassing || (retryAfter ?? 0) > LONGEST_PAUSE_S) return answer
    } catch (error) {
      if (isLast || !isConnectionLost(error)) throw error
    }
    await pause(delayAfter(failures, retryAfter), signal)
  }
}
