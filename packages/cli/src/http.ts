import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from './command.ts'

/** An error that the server answered with. */
export class HttpError extends Error {
  readonly status: number
  readonly details: unknown

  constructor(message: string, { status, details }: { status: number; details?: unknown }) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** There was no answer. */
class UnreachableError extends Error {}

export interface HttpRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as NDJSON. */
  readonly lines?: string | ReadableStream
}

interface Target {
  readonly url: string
  readonly key?: string | undefined
}

const MAX_ATTEMPTS = 4
const MAX_WAIT_SECONDS = 30
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503])

/** Whether the server was busy or could not be reached, so that the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof HttpError ? RETRIED.has(error.status) : error instanceof UnreachableError

async function errorOf(answer: Response): Promise<HttpError> {
  const text = await answer.text()
  const { status } = answer
  try {
    const { error } = JSON.parse(text) as { error: { message: string; details?: unknown } }
    return new HttpError(error.message, { status, details: error.details })
  } catch {
    return new HttpError(`The server answered ${status}. Is it a Plinth server?`, { status })
  }
}

function addressOf(url: string, { path, query = {} }: HttpRequest): URL {
  // A name of dots would lead to another address.
  const dots = path.split('/').find((part) => part === '.' || part === '..')
  if (dots !== undefined) throw new UsageError(`"${dots}" is no name`)
  const address = new URL(path, url)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value)
  }
  return address
}

function contentOf({ body, lines }: HttpRequest): { type?: string; body?: BodyInit } {
  if (lines !== undefined) return { type: 'application/x-ndjson', body: lines }
  return body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) }
}

/** Sends a request. Reads are repeated while the server is busy; throws a {@link HttpError} for any other error. */
export async function send({ url, key }: Target, request: HttpRequest): Promise<Response> {
  const { method = 'GET' } = request
  const { type, body } = contentOf(request)
  const headers = {
    'user-agent': 'plinth-cli',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
  }
  const init = {
    method,
    headers,
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
  } as const
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(addressOf(url, request), {
      ...init,
      duplex: 'half',
    } as RequestInit).catch((error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.message : error.message
      throw new UnreachableError(`Cannot reach ${url}: ${cause || 'no answer'}`)
    })
    if (answer.ok) return answer
    const isBusy = method === 'GET' && RETRIED.has(answer.status) && attempt < MAX_ATTEMPTS
    if (!isBusy) throw await errorOf(answer)
    await answer.body?.cancel()
    const seconds = Number(answer.headers.get('retry-after') ?? attempt)
    await wait(1000 * Math.min(seconds || attempt, MAX_WAIT_SECONDS))
  }
}

/** Sends a request and reads its JSON answer. */
export async function call<Answer>(target: Target, request: HttpRequest): Promise<Answer> {
  return (await send(target, request)).json() as Promise<Answer>
}
