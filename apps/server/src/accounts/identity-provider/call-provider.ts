import type { CustomFetch } from 'openid-client'
import { callOut } from '../../foundation/egress/call-out.ts'
import type { IdentityProvider } from './identity-provider.ts'

const CALL_MS = 10_000
/** Metadata, keys and profiles have a few kilobytes. */
const MAX_PROVIDER_ANSWER_BYTES = 262_144
/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 205, 304])

/** Calls a provider with the guard of outbound calls. Redirects are refused: they could carry codes and secrets elsewhere. */
export function callProvider({ allowed }: Pick<IdentityProvider, 'allowed'>): CustomFetch {
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
    if (answer.body.length > MAX_PROVIDER_ANSWER_BYTES) {
      throw new Error('the answer of the provider is larger than 256 KB')
    }
    const { status } = answer
    const content = EMPTY.has(status) ? null : new Uint8Array(answer.body)
    return new Response(content, { status, headers: answer.headers })
  }
}
