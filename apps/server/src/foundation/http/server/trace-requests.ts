import { context as active, type Context, type Span, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, startRequestSpan } from '../../traces/spans.ts'
import { single } from '../calls/request-info.ts'
import type { HttpContext } from '../handling/http-context.ts'

/** Balancers and Prometheus call these all the time. */
const UNTRACED = new Set(['getLiveness', 'getReadiness', 'getHealth'])

/** The trace of an answer, for the caller to name. */
const TRACE_HEADER = 'x-trace-id'

/**
 * Records a span for each request of an endpoint or a webhook, named after it; pages and their scripts have none. The
 * rest of the request runs inside the span.
 */
export function traceRequests(app: FastifyInstance, { env }: Pick<HttpContext, 'env'>): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, { span: Span; inside: Context }>()
  const continuesCallers = env.traces?.continuesCallers === true
  /** Events of the socket have no context, so each phase enters the span again. */
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    const known = spans.get(request)
    if (known) active.with(known.inside, done)
    else done()
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions
    const endpoint = config?.endpoint
    if (endpoint === undefined || UNTRACED.has(endpoint)) return done()
    const known = startRequestSpan({
      name: endpoint,
      sent: single(request.headers.traceparent),
      continuesCallers,
      attributes: {
        'http.request.method': request.method,
        'http.route': url ?? '',
        'plinth.request.id': request.id,
      },
    })
    spans.set(request, known)
    const { span, inside } = known
    if (span.isRecording()) reply.header(TRACE_HEADER, span.spanContext().traceId)
    active.with(inside, done)
  })
  app.addHook('preValidation', enter)
  app.addHook('onResponse', (request, reply, done) => {
    const known = spans.get(request)
    if (!known) return done()
    const { span, inside } = known
    const { statusCode } = reply
    span.setAttribute('http.response.status_code', statusCode)
    const projectId = request.project?.id ?? request.trace?.key?.projectId
    if (projectId !== undefined) span.setAttribute('plinth.project.id', projectId)
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    active.with(inside, done)
  })
}
