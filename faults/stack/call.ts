import { ADMIN } from './stack.ts'

/** A response; status is undefined if there was none. */
export interface Answered {
  status: number | undefined
  body: Record<string, unknown>
}

/** An address of the product and the token to call it with. */
export interface Caller {
  address: string
  token: string
}

const TIMEOUT_MS = 30_000

/** One call with a token; a lost connection gives a response without status. */
export async function call(
  at: { address: string; token?: string },
  request: { method: string; path: string; body?: unknown; key?: string | undefined },
): Promise<Answered> {
  const { method, path, body, key } = request
  try {
    const answer = await fetch(`${at.address}${path}`, {
      method,
      headers: {
        ...(at.token ? { authorization: `Bearer ${at.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    return { status: undefined, body: {} }
  }
}

/** Signs in as the first admin. */
export async function signIn(address: string): Promise<string> {
  const { status, body } = await call(
    { address },
    { method: 'POST', path: '/auth/login', body: ADMIN },
  )
  if (status !== 200) throw new Error(`sign-in answered ${status}`)
  return String(body.token)
}
