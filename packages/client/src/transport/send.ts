import { checkScheme, type Incoming, type Outgoing } from './outgoing.ts'
import { sendByFetch } from './send-by-fetch.ts'
import { sendByXhr } from './send-by-xhr.ts'

/** Sends a request: by the app's own `fetch` if there is one, by `XMLHttpRequest` in browsers, else by `fetch`. */
export async function send(outgoing: Outgoing, fetching?: typeof fetch): Promise<Incoming> {
  checkScheme(outgoing.url)
  if (fetching) return sendByFetch(outgoing, fetching)
  return typeof XMLHttpRequest === 'undefined' ? sendByFetch(outgoing, fetch) : sendByXhr(outgoing)
}
