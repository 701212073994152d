import { type Span, SpanKind } from '@opentelemetry/api'
import { Agent, type Dispatcher, request } from 'undici'
import { currentTraceParent, inChildSpan } from '../traces/spans.ts'
import { checkHeaders } from './check-headers.ts'
import { parseTarget, pinTarget } from './check-target.ts'
import { OutboundError, refuseCall } from './outbound-error.ts'
import { readAnswerBody } from './read-body.ts'

type Headers = [string, string][]

export interface OutCall {
  method: string
  url: string
  headers: Headers
  /** Goes only to these hosts. Over http, it goes to those that the operator allows if `isHttpsOnly` is set. */
  secret?: { headers: Headers; hosts: readonly string[]; isHttpsOnly?: boolean }
  body?: string
  timeLimitMs: number
  /** Redirects to follow; three if it is not set. */
  maxRedirects?: number
}

export interface OutAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CONNECT_MS = 10_000
/** Headers that are dropped when a redirect leads to another origin. */
const FOR_ONE_ORIGIN = new Set(['authorization', 'cookie', 'proxy-authorization'])

interface Hop {
  url: URL
  method: string
  headers: Headers
  body: string | undefined
}

/** An agent that connects only to the checked address. */
async function pinnedAgent(url: URL, allowed: ReadonlySet<string>): Promise<Agent> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const pinned = await pinTarget({ host: url.hostname, port }, allowed)
  const family = pinned.address.includes(':') ? 6 : 4
  return new Agent({
    connect: {
      timeout: CONNECT_MS,
      lookup: (_host, options, done) =>
        options.all
          ? done(null, [{ address: pinned.address, family }])
          : done(null, pinned.address, family),
    },
    maxResponseSize: 11 * 1024 * 1024,
    pipelining: 1,
  })
}

function secretsFor(
  url: URL,
  { secret, allowed }: Pick<OutCall, 'secret'> & { allowed: ReadonlySet<string> },
): Headers {
  if (!secret) return []
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (!secret.hosts.includes(host)) {
    throw refuseCall(`The credential may not be sent to ${host}. Add the host to the credential.`)
  }
  const isSafe = url.protocol === 'https:' || allowed.has(`${host}:${url.port || 80}`)
  if (secret.isHttpsOnly && !isSafe) {
    throw refuseCall('The credential is sent only over https. Change the address to https://.')
  }
  checkHeaders(secret.headers)
  return secret.headers
}

/** The next request of a redirect; secrets and authorization headers are not sent to another origin. */
function follow(hop: Hop, answer: Dispatcher.ResponseData): Hop {
  const location = answer.headers.location
  if (typeof location !== 'string') throw refuseCall('The redirect has no target address.')
  const url = parseTarget(
    URL.canParse(location, hop.url.href) ? new URL(location, hop.url).href : location,
  )
  const turnsGet = answer.statusCode === 303 || (answer.statusCode < 303 && hop.method === 'POST')
  const elsewhere = url.origin !== hop.url.origin
  const headers = hop.headers.filter(([name]) => {
    const lower = name.toLowerCase()
    if (turnsGet && lower.startsWith('content-')) return false
    return !(elsewhere && FOR_ONE_ORIGIN.has(lower))
  })
  const method = turnsGet && hop.method !== 'HEAD' ? 'GET' : hop.method
  return { url, method, headers, body: turnsGet ? undefined : hop.body }
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return Object.fromEntries(entries)
}

function toFailure(error: unknown, timeLimitMs: number): OutboundError {
  if (error instanceof OutboundError) return error
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') {
    return new OutboundError(`There was no answer within ${timeLimitMs / 1000} seconds.`, {
      retry: true,
    })
  }
  if (name === 'AbortError') return new OutboundError('The call was stopped.', { retry: true })
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return refuseCall('The answer is larger than 10 MB.')
  }
  return new OutboundError(`The address could not be reached (${code ?? 'no connection'}).`, {
    retry: true,
  })
}

const TRACE_PARENT = 'traceparent'

/** Adds the `traceparent` of the active span, unless the call has one. */
function withTraceParent(headers: Headers): Headers {
  const traceParent = currentTraceParent()
  const isSet = headers.some(([name]) => name.toLowerCase() === TRACE_PARENT)
  return traceParent === undefined || isSet ? headers : [...headers, [TRACE_PARENT, traceParent]]
}

interface Sending {
  allowed: ReadonlySet<string>
  signal: AbortSignal
  /** Gets the host and the status; never the path, the query or a header, which may be secret. */
  span: Span | undefined
}

async function send(call: OutCall, { allowed, signal, span }: Sending): Promise<OutAnswer> {
  checkHeaders(call.headers)
  const first = parseTarget(call.url)
  span?.setAttribute('server.address', first.hostname)
  const { method, body } = call
  let hop: Hop = { url: first, method, headers: withTraceParent(call.headers), body }
  for (let redirects = 0; ; redirects += 1) {
    const secret = hop.url.origin === first.origin ? secretsFor(hop.url, { ...call, allowed }) : []
    const agent = await pinnedAgent(hop.url, allowed)
    try {
      const answer = await request(hop.url, {
        dispatcher: agent,
        method: hop.method as Dispatcher.HttpMethod,
        headers: [['accept-encoding', 'identity'], ...hop.headers, ...secret].flat(),
        body: hop.body ?? null,
        signal,
      })
      if (!REDIRECTS.has(answer.statusCode)) {
        span?.setAttribute('http.response.status_code', answer.statusCode)
        const body = await readAnswerBody(answer)
        return { status: answer.statusCode, headers: toHeaders(answer.headers), body }
      }
      if (redirects >= (call.maxRedirects ?? MAX_REDIRECTS))
        throw refuseCall('The address redirects too often.')
      answer.body.on('error', () => undefined).destroy()
      hop = follow(hop, answer)
    } finally {
      void agent.destroy()
    }
  }
}

/** The only way to call an address that comes from a user (R23–R26). */
export async function callOut(
  call: OutCall,
  options: { allowed: ReadonlySet<string>; signal: AbortSignal },
): Promise<OutAnswer> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(call.timeLimitMs)])
  const named = { name: 'http call', kind: SpanKind.CLIENT }
  return inChildSpan(named, (span) =>
    send(call, { allowed: options.allowed, signal, span }).catch((error) => {
      throw toFailure(error, call.timeLimitMs)
    }),
  )
}
