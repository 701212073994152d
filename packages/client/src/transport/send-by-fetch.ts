import { RequestError } from '../api-error.ts'
import { canceled, type Incoming, type Outgoing, secondsOf, timedOut } from './outgoing.ts'

/** Node has the reason, such as a refused port, in the cause; browsers do not tell it. */
function networkError(error: unknown): RequestError {
  const cause = error instanceof Error ? error.cause : undefined
  const { message, code } = (cause ?? {}) as { message?: string; code?: string }
  return new RequestError(message || 'Network Error', {
    code: code ?? 'ERR_NETWORK',
    cause: error,
  })
}

/** Sends a request with `fetch`; the timeout includes reading the answer. */
export async function sendByFetch(
  { url, signal, timeout = 0, onSent, body, ...request }: Outgoing,
  fetching: typeof fetch,
): Promise<Incoming> {
  if (signal?.aborted) throw canceled(signal)
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal?.addEventListener('abort', abort)
  let isLate = false
  const end = () => {
    isLate = true
    stop.abort()
  }
  const timer = timeout > 0 ? setTimeout(end, timeout) : undefined
  try {
    const sent = body === undefined ? request : { ...request, body }
    const answer = await fetching(url, { ...sent, signal: stop.signal })
    const text = await answer.text()
    onSent?.(1)
    const retryAfter = secondsOf(answer.headers.get('retry-after'))
    return { status: answer.status, text, retryAfter }
  } catch (error) {
    if (signal?.aborted) throw canceled(signal)
    throw isLate ? timedOut(timeout) : networkError(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
