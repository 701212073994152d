import { randomUUID } from 'node:crypto'
import type { BodyLimits } from '@plinth/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { toTrustProxy } from '../../settings/trusted-proxies.ts'
import { checkRoutes, type Route } from '../calls/route.ts'
import { answerClientError } from '../errors/answer-client-error.ts'
import { answerError } from '../errors/answer-error.ts'
import { ApiError } from '../errors/api-error.ts'
import { handle } from '../handling/handle.ts'
import type { HttpContext } from '../handling/http-context.ts'
import {
  allowOrigin,
  answerPreflights,
  answerUnroutable,
  isOpenUrl,
} from '../origins/allow-origin.ts'
import { narrowHeaders, readSafeHeaders } from '../origins/safe-headers.ts'
import { warnOfUntrustedProxy } from '../origins/warn-of-untrusted-proxy.ts'
import { parseBody, takeLines } from '../parsing/read-body.ts'
import { countRequests } from './count-requests.ts'
import { RequestLog } from './request-log.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string
    limits?: BodyLimits
    takesLines?: boolean
    takesForm?: boolean
  }
}

const MAX_URL = 8_192
/** Answers under this path are never pages. */
const ROWS = '/api/data/'

function logEachRequest(app: FastifyInstance, { log }: HttpContext): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const endpoint = request.routeOptions.config?.endpoint
    if (!endpoint) return
    request.log.info(
      {
        endpoint,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        staff: request.staff?.id,
        user: request.caller?.kind === 'user' ? request.caller.user.userId : undefined,
        project: request.project?.id,
      },
      'http: request',
    )
  })
}

function refuseAddress(url: string): ApiError | undefined {
  if (url.length > MAX_URL) return new ApiError('bad_request', 'The address is too long.')
  // PostgreSQL does not accept NUL in text.
  if (url.includes('%00')) return new ApiError('bad_request', 'The address is not valid.')
  return undefined
}

/** Builds the HTTP server with its routes; `page` serves everything that is not an API call. */
export async function buildApp<Context extends HttpContext>(
  context: Context,
  options: { routes: readonly Route<Context>[]; page: (app: FastifyInstance) => Promise<void> },
): Promise<FastifyInstance> {
  checkRoutes(options.routes)
  const app = Fastify({
    loggerInstance: context.log,
    genReqId: () => randomUUID(),
    logController: new LogController({
      requestIdLogLabel: 'requestId',
      disableRequestLogging: true,
    }),
    childLoggerFactory: (logger, bindings, options) =>
      new RequestLog(logger, bindings, options) as unknown as typeof logger,
    exposeHeadRoutes: false,
    trustProxy: toTrustProxy(context.env.trustProxy),
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered; each answer closes its connection.
    return503OnClosing: false,
    // As long as a signed upload URL is valid; JSON bodies have a minute.
    requestTimeout: 900_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      void answerUnroutable(context, { error, request, reply }),
  }) as unknown as FastifyInstance
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => closing.abort())
  context.stopping.addEventListener('abort', () => closing.abort())
  app.decorateRequest('staff', undefined)
  app.decorateRequest('project', undefined)
  app.decorateRequest('denied', undefined)
  app.decorateRequest('trace', undefined)
  traceRequests(app, context)
  const safe = await readSafeHeaders(context)
  const safeOfRows = narrowHeaders(safe)
  app.addHook('onRequest', (request, reply, done) => {
    const { url, id } = request
    reply.header('x-request-id', id).headers(url.startsWith(ROWS) ? safeOfRows : safe)
    if (context.stopping.aborted) reply.header('connection', 'close')
    const refused = refuseAddress(url)
    if ((!refused && !request.is404) || !isOpenUrl(url)) done(refused)
    // The call that follows a preflight request is refused instead, so that its page can read why.
    else if (request.method === 'OPTIONS') done()
    else allowOrigin(context, { request, reply }).then(() => done(refused), done)
  })
  warnOfUntrustedProxy(app, context)
  app.removeAllContentTypeParsers()
  // Naming the usual type makes its lookup fast; the parser itself validates the content type.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, parseBody)
  app.addContentTypeParser('application/x-ndjson', takeLines)
  logEachRequest(app, context)
  countRequests(app, context, { routes: options.routes })
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply))
  for (const route of options.routes) handle(app, context, route)
  answerPreflights(app, context)
  await options.page(app)
  return app
}
