import type { ErrorEnvelope } from '@plinth/contract'
import { ApiError } from './api-error.ts'
import { readEvents } from './read-events.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

interface Following {
  url: string
  headers: () => Record<string, string>
  signal: AbortSignal | undefined
  /** Id of the last event already received. */
  after?: string | undefined
}

/** Throws the error of an unsuccessful response. */
export async function throwApiError(answer: Response): Promise<never> {
  const body: unknown = await answer.json().catch(() => undefined)
  if (typeof body === 'object' && body !== null && 'error' in body) {
    throw new ApiError(answer.status, body as ErrorEnvelope)
  }
  throw new Error(`The server answered ${answer.status}.`)
}

/** Whether a retry may succeed: server errors, rate limits and lost connections. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Yields the events of a stream until it ends; after a lost connection it resumes behind the last event. */
export async function* followEvents(following: Following): AsyncGenerator<unknown> {
  const { url, headers, signal } = following
  let { after } = following
  let failures = 0
  while (!signal?.aborted) {
    try {
      const answer = await fetch(url, {
        headers: { ...headers(), ...(after === undefined ? {} : { 'Last-Event-ID': after }) },
        ...(signal ? { signal } : {}),
      })
      if (!answer.ok || !answer.body) await throwApiError(answer)
      else {
        for await (const event of readEvents(answer.body)) {
          if (event.event === 'end') return
          failures = 0
          after = event.id ?? after
          yield JSON.parse(event.data)
        }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!isPassing(error)) throw error
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal)
    failures += 1
  }
}
