import { Readable } from 'node:stream'
import { DEFAULT_LIMITS, type Endpoint, type EnvironmentName } from '@plinth/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify'
import type { ProjectAccess } from '../../callers/access-store.ts'
import type { Staff } from '../../callers/session-store.ts'
import { readJson } from '../../platform/stored-json.ts'
import { allowEnvironmentRead } from '../access/production-read.ts'
import { type Call, type Caller, EventStream, FileStream, PushStream } from '../calls/call.ts'
import { LazyRequestInfo, single } from '../calls/request-info.ts'
import { newTrace, type RequestTrace } from '../calls/request-trace.ts'
import type { Route } from '../calls/route.ts'
import { notFound, unauthenticated } from '../errors/api-error.ts'
import { setRateLimitHeaders } from '../errors/rate-limit-headers.ts'
import { allowOrigin, isOpenToOrigins, VARIES } from '../origins/allow-origin.ts'
import { limitBody } from '../parsing/limit-body.ts'
import { queryReader } from '../parsing/read-query.ts'
import { parseIfMatch, validate } from '../parsing/validate.ts'
import { admit, admitKnown, mayRepeat } from './admit.ts'
import { refusalHook } from './audit-refusals.ts'
import type { HttpContext } from './http-context.ts'
import { findStoredReply, type Mutation, mutateWith } from './mutate.ts'
import { send, sendFile, toSent } from './send-answer.ts'
import { sendEvents } from './send-events.ts'
import { sendPushed } from './send-pushed.ts'
import { holdUnread } from './unread-answers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server stops taking requests. */
    closing: AbortSignal
  }
  interface FastifyRequest {
    caller: Caller
    staff: Staff | undefined
    project: ProjectAccess | undefined
    /** Deferred authorization error; ignored only for a replayed Idempotency-Key. */
    denied: unknown
    trace: RequestTrace | undefined
  }
}

/** Fastify writes parameters with a colon, the contract and OpenAPI with braces. */
function fastifyPath(endpoint: Endpoint): string {
  return endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/** Throws 404 for parameters that are not valid ids. */
function readParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.params) return undefined
  const result = endpoint.params.safeParse(request.params)
  if (!result.success) throw notFound()
  return result.data
}

/** Parsed body; undefined for NDJSON, which the handler streams. */
function sentIn({ body }: FastifyRequest): unknown {
  return body instanceof Readable ? undefined : body
}

function mutationOf(endpoint: Endpoint, request: FastifyRequest): Mutation {
  return {
    caller: request.caller,
    requestId: request.id,
    endpoint: endpoint.name,
    content: JSON.stringify([request.params, request.query, sentIn(request) ?? null]),
    key: single(request.headers['idempotency-key']),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    status: endpoint.status ?? 200,
  }
}

/** The environment that a validated query or body names. */
function namedEnvironment(sent: unknown): EnvironmentName | undefined {
  return (sent as { environment?: EnvironmentName } | null | undefined)?.environment
}

const GUEST: Caller = { kind: 'guest' }

/** Whether a path belongs to the data API: rows, app users and files. */
const isForRows = (path: string) => /^\/api\/(data|query|auth|file|img\w+)\b/.test(path)

interface Serving {
  endpoint: Endpoint
  context: HttpContext
  readQuery: (request: FastifyRequest) => unknown
}

function toCall(
  { endpoint, context, readQuery }: Serving,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Call<Endpoint> {
  const { request } = exchange
  const { caller, project } = request
  const trace = newTrace()
  request.trace = trace
  const params = readParams(endpoint, request)
  const query = readQuery(request)
  const body = validate(endpoint.body, sentIn(request))
  const named = namedEnvironment(query) ?? namedEnvironment(body)
  if (project && named && endpoint.production === 'named') allowEnvironmentRead(project, named)
  return {
    params,
    query,
    body,
    caller,
    user: caller.kind === 'user' ? caller.user : undefined,
    tokenHash: caller.kind === 'user' ? caller.tokenHash : undefined,
    staff: request.staff,
    project,
    // Rows are versioned by time, not by revision number.
    request: new LazyRequestInfo(exchange, {
      ifMatch: endpoint.access === 'rules' ? undefined : parseIfMatch(request.headers['if-match']),
      trace,
    }),
    mutate: (effect) => mutateWith(context.db, mutationOf(endpoint, request))(effect),
  } as Call<Endpoint>
}

function streamOf(
  { endpoint, stream }: { endpoint: Endpoint; stream: EventStream },
  { caller, project }: FastifyRequest,
) {
  if (caller.kind !== 'staff') throw unauthenticated()
  const { environment } = stream
  return { endpoint, environment, tokenHash: caller.tokenHash, projectId: project?.id }
}

/** Adds a request to the request log. */
function logRequest(
  { endpoint, context: { requests } }: Serving,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  if (!requests.isOn || !isForRows(endpoint.path)) return
  const { id, caller = GUEST, trace } = request
  requests.add({
    id,
    call: endpoint.name,
    method: endpoint.method,
    status: reply.statusCode,
    ms: reply.elapsedTime,
    caller,
    trace,
    sent: request,
  })
}

/** Hook that adds the answered request to the request log; a stream was added when it opened. */
function logged(serving: Serving) {
  if (!serving.context.requests.isOn || !isForRows(serving.endpoint.path)) return {}
  const onResponse: onResponseHookHandler = (request, reply, done) => {
    done()
    if (!request.trace?.isStream) logRequest(serving, { request, reply })
  }
  return { onResponse }
}

/** Registers one route. The caller is authenticated and authorized before the body is read. */
export function handle<Context extends HttpContext>(
  app: FastifyInstance,
  context: Context,
  { endpoint, run }: Route<Context>,
): void {
  const limits = endpoint.limits ?? DEFAULT_LIMITS
  const isOpen = isOpenToOrigins(endpoint.path)
  const serving: Serving = { endpoint, context, readQuery: queryReader(endpoint) }
  const admitAsked = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.caller = { kind: 'guest' }
    const refused = await admit(endpoint, request, context).catch((error: unknown) => ({ error }))
    // CORS headers are set on errors too, so that the app can read them. An ended token does not say which project it
    // was for, so any known domain may read that it has ended.
    const isUnknown = refused !== undefined && request.caller.kind === 'guest'
    const caller = isUnknown ? {} : { caller: request.caller }
    if (isOpen) await allowOrigin(context, { request, reply, ...caller })
    if (!refused) return
    if (!mayRepeat(request)) throw refused.error
    request.denied = refused.error
  }
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint),
    bodyLimit: limits.bytes,
    config: {
      endpoint: endpoint.name,
      limits,
      takesLines: endpoint.takesLines === true,
      takesForm: endpoint.takesForm === true,
    },
    onRequest: (request, reply, done) => {
      if (!admitKnown(serving, request)) {
        admitAsked(request, reply).then(() => done(), done)
        return
      }
      if (isOpen) reply.headers(VARIES)
      done()
    },
    ...(endpoint.takesLines ? {} : { preParsing: limitBody }),
    ...logged(serving),
    ...refusalHook(endpoint, context),
    handler: async (request, reply) => {
      if (request.denied) {
        const text = await findStoredReply(context.db, mutationOf(endpoint, request))
        if (text === undefined) throw request.denied
        return send(reply, { status: endpoint.status ?? 200, text })
      }
      const answer = await run(toCall(serving, { request, reply }), context)
      setRateLimitHeaders(reply, request)
      if (answer instanceof PushStream) {
        sendPushed({ request, reply }, answer)
        return logRequest(serving, { request, reply })
      }
      if (answer instanceof EventStream) {
        return sendEvents(
          { request, reply },
          {
            stream: answer,
            watchRights: () =>
              context.streamRights.watch(streamOf({ endpoint, stream: answer }, request)),
            check: (data) => context.checkAnswers && endpoint.answer.parse(data),
            closing: app.closing,
          },
        )
      }
      if (answer instanceof FileStream) {
        const bytes = isForRows(endpoint.path) ? context.env.maxAnswerBytes : 0
        holdUnread({ request, reply }, { bytes, isChange: false, isStream: true })
        return sendFile(reply, answer)
      }
      const sent = toSent(endpoint, answer)
      const isChange = endpoint.method !== 'GET' && !request.trace?.isQuery
      holdUnread({ request, reply }, { bytes: sent.text.length, isChange })
      if (context.checkAnswers) endpoint.answer.parse(readJson(sent.text))
      return send(reply, sent)
    },
  })
}
