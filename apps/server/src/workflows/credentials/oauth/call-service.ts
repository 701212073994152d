import type { CustomFetch } from 'openid-client'
import { callOut } from '../../../foundation/egress/call-out.ts'
import { isJsonObject, readJson } from '../../../foundation/platform/stored-json.ts'

const CALL_MS = 10_000
/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 205, 304])
/** Token types of Slack, whose tokens are sent as bearer. */
const BEARER_NAMES = new Set(['bot', 'user'])

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value = readJson(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const ACCOUNT = /^[^\p{C}]{1,200}$/u

/** The name of the account in an ID token. It is only shown, so its signature is not checked. */
function readAccount(idToken: unknown): string | undefined {
  const payload = typeof idToken === 'string' ? idToken.split('.')[1] : undefined
  const claims = payload && parse(Buffer.from(payload, 'base64url').toString('utf8'))
  if (!claims) return undefined
  return [claims.email, claims.preferred_username, claims.name].find(
    (name): name is string => typeof name === 'string' && ACCOUNT.test(name),
  )
}

/**
 * Brings answers of known services into the form of RFC 6749: errors with status 200, other names of bearer tokens,
 * lists of scopes, and ID tokens, which are not used to sign anybody in.
 */
function adapt({ status, body }: { status: number; body: Buffer }, onAccount: OnAccount) {
  const text = body.toString('utf8')
  const answer = parse(text)
  if (!answer) return { status, text }
  const { id_token: idToken, ...rest } = answer
  onAccount(readAccount(idToken))
  const isError = typeof rest.error === 'string' && rest.access_token === undefined
  const type = rest.token_type
  const isBearer = type === undefined || BEARER_NAMES.has(String(type))
  const isList = rest.scope === undefined && Array.isArray(rest.scopes)
  const scope = isList ? { scope: (rest.scopes as unknown[]).join(' ') } : {}
  const named = rest.access_token !== undefined && isBearer ? { token_type: 'bearer' } : {}
  return {
    status: isError && status < 400 ? 400 : status,
    text: JSON.stringify({ ...rest, ...named, ...scope }),
  }
}

type OnAccount = (account: string | undefined) => void

/** Calls a service with the guard of outbound calls. Redirects are refused: they could carry codes and secrets elsewhere. */
export function callService(
  allowed: ReadonlySet<string>,
  onAccount: OnAccount = () => undefined,
): CustomFetch {
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
    const { status, text } = adapt(answer, onAccount)
    return new Response(EMPTY.has(status) ? null : text, { status, headers: answer.headers })
  }
}
