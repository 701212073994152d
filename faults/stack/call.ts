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

interface Request {
  method: string
  path: string
  body?: unknown
  key?: string | undefined
}

const needsProof = ({ status, body }: Answered): boolean =>
  status === 403 && (body.error as { code?: string } | undefined)?.code === 'reauthenticate'

/**
 * One call with a token; a lost connection gives a response without status. Suites take longer than a sign-in counts
 * as a proof, so the admin's sensitive calls prove the password and are repeated.
 */
export async function call(
  at: { address: string; token?: string },
  request: Request,
): Promise<Answered> {
  const answer = await callOnce(at, request)
  if (!needsProof(answer)) return answer
  const body = { currentPassword: ADMIN.password }
  const proof = await callOnce(at, { method: 'POST', path: '/auth/reauthenticate', body })
  return proof.status === 200 ? callOnce(at, request) : answer
}

async function callOnce(
  at: { address: string; token?: string },
  request: Request,
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
