import { RequestError } from '../api-error.ts'
import { canceled, type Incoming, type Outgoing, secondsOf, timedOut } from './outgoing.ts'

/**
 * Sends a request with `XMLHttpRequest`, which unlike `fetch` reports upload progress, and an abort by the browser
 * apart from a lost connection.
 */
export function sendByXhr(outgoing: Outgoing): Promise<Incoming> {
  const { method, url, headers, body, signal, timeout = 0, onSent } = outgoing
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(canceled(signal))
      return
    }
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    request.timeout = timeout
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    // A listener on `upload` causes a preflight request, so there is none unless it is needed.
    if (onSent) {
      request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    }
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        // Browsers log an error for a header that the file store does not expose, so successes are not asked for it.
        retryAfter:
          request.status < 400 ? undefined : secondsOf(request.getResponseHeader('retry-after')),
      })
    request.onerror = () => reject(new RequestError('Network Error', { code: 'ERR_NETWORK' }))
    request.ontimeout = () => reject(timedOut(timeout))
    request.onabort = () => {
      const stopped = new RequestError('Request aborted', { code: 'ECONNABORTED' })
      reject(signal?.aborted ? canceled(signal) : stopped)
    }
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(body ?? null)
  })
}
