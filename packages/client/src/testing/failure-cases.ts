import type { createClient } from '../create-client.ts'

/** What a call resolved to, or the error it rejected with. */
export type Outcome =
  | { value: unknown }
  | { message: string; code: string | undefined; status: number | undefined }

interface FailureCase {
  path?: `/${string}`
  baseUrl?: string
  timeout?: number
  signal?: () => AbortSignal
}

interface Addresses {
  /** A server of {@link answerFailure}. */
  address: string
  /** An address at which nothing listens. */
  refused: string
}

function abortSoon(): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 20)
  return stop.signal
}

const casesOf = ({ refused }: Addresses): Record<string, FailureCase> => ({
  'a refused port': { baseUrl: refused },
  'an abort before the call': { path: '/slow', signal: () => AbortSignal.abort() },
  'an abort during the call': { path: '/slow', signal: abortSoon },
  'a timeout': { path: '/slow', timeout: 20 },
  'an unsupported scheme': { baseUrl: 'gopher://localhost' },
  'an answer without content': { path: '/204' },
  'an error page of a proxy': { path: '/502' },
  'an error response': { path: '/422' },
  'an answer': { path: '/200' },
})

/** Calls the server once per case; runs in Node and in browsers. */
export async function runFailures(
  create: typeof createClient,
  addresses: Addresses,
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {}
  for (const [name, failure] of Object.entries(casesOf(addresses))) {
    const { path = '/', baseUrl = addresses.address, timeout = 0, signal } = failure
    const client = create({ baseUrl, timeout, token: () => null, retries: 0 })
    const route = { method: 'GET', path, access: 'public' } as const
    outcomes[name] = await client.call(route, signal ? { signal: signal() } : {}).then(
      (value): Outcome => ({ value }),
      ({ message, code, status }): Outcome => ({
        message: message.replace(addresses.refused.replace('http://', ''), 'HOST'),
        code,
        status,
      }),
    )
  }
  return outcomes
}

const ANSWERS: Record<string, { status: number; type?: string; body?: string }> = {
  '/': { status: 200, type: 'text/html', body: '<title>Calls</title>' },
  '/200': { status: 200, type: 'application/json', body: '{"data":[1]}' },
  '/204': { status: 204 },
  '/422': {
    status: 422,
    type: 'application/json',
    body: '{"error":{"code":"invalid","message":"Wrong.","requestId":"r"}}',
  },
  '/502': { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' },
}

interface Answering {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body?: string): unknown
}

/** The server's side of the cases; `/slow` never answers. */
export function answerFailure({ url = '/' }: { url?: string | undefined }, response: Answering) {
  const answer = ANSWERS[url]
  if (answer) {
    response.writeHead(answer.status, answer.type ? { 'content-type': answer.type } : {})
    response.end(answer.body)
  }
}
