import { ApiError } from './api-error.ts'
import { readEvents } from './read-events.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

interface Following {
  signal: AbortSignal | undefined
  /** Opens the stream; rejects with the error response. */
  open: (headers: Record<string, string>) => Promise<ReadableStream<Uint8Array>>
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
export async function* followEvents({ signal, open }: Following): AsyncGenerator<unknown> {
  let after: string | undefined
  let failures = 0
  while (!signal?.aborted) {
    try {
      const body = await open(after === undefined ? {} : { 'Last-Event-ID': after })
      for await (const event of readEvents(body)) {
        if (event.event === 'end') return
        failures = 0
        after = event.id ?? after
        yield JSON.parse(event.data)
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!isPassing(error)) throw error
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal)
    failures += 1
  }
}
