import type { CustomFetch } from 'openid-client'
import { callOut } from '../../../../foundation/egress/call-out.ts'
import { refuseCall } from '../../../../foundation/egress/outbound-error.ts'

const CALL_MS = 10_000
/** Metadata and registered clients have a few kilobytes. */
const MAX_ISSUER_ANSWER_BYTES = 262_144

/** Calls the addresses of an issuer with the guard of outbound calls. Redirects are refused. */
export function callIssuer(allowed: ReadonlySet<string>): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const call = {
      method,
      url,
      headers: Object.entries(headers),
      ...(body === null || body === undefined ? {} : { body: String(body) }),
      timeLimitMs: CALL_MS,
      maxRedirects: 0,
    }
    const answer = await callOut(call, { allowed, signal: signal ?? new AbortController().signal })
    if (answer.body.length > MAX_ISSUER_ANSWER_BYTES) {
      throw refuseCall('The answer is larger than 256 KB.')
    }
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
}
