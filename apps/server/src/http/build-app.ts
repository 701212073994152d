import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { BodyLimits } from '@plinth/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { answerPreflights } from './allow-origin.ts'
import { answerClientError } from './answer-client-error.ts'
import { answerError } from './answer-error.ts'
import { handle } from './handle.ts'
import { readBody, takeLines } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { checkRoutes, type Route } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string
    limits?: BodyLimits
    takesLines?: boolean
  }
}

const MAX_URL = 8_192
/** Where people's files are sent and read, if that is not here. */
function fileOrigins({ env }: Context): string[] {
  const { baseUrl, filesBaseUrl, s3 } = env
  const addresses = [
    filesBaseUrl,
    ...(s3
      ? [
          s3.publicEndpoint ?? s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`,
          s3.publicBaseUrl,
        ]
      : []),
  ]
  const origins = addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
  return [...new Set(origins)].filter((origin) => origin !== new URL(baseUrl).origin)
}

async function sendSafeHeaders(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: context.env.development
      ? false
      : {
          useDefaults: false,
          directives: {
            'default-src': ["'self'"],
            'script-src': ["'self'"],
            'style-src': ["'self'", "'unsafe-inline'"],
            'img-src': ["'self'", 'data:', 'blob:', ...fileOrigins(context)],
            'font-src': ["'self'"],
            'connect-src': ["'self'", ...fileOrigins(context)],
            'worker-src': ["'self'"],
            'object-src': ["'none'"],
            'base-uri': ["'none'"],
            'form-action': ["'self'"],
            'frame-ancestors': ["'none'"],
          },
        },
    strictTransportSecurity: context.env.baseUrl.startsWith('https:'),
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  })
}

function logEachRequest(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
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
      'request',
    )
  })
}

/** The HTTP server with its routes; `page` answers what is not an API call. */
export async function buildApp(
  context: Context,
  options: { routes: readonly Route[]; page: (app: FastifyInstance) => Promise<void> },
): Promise<FastifyInstance> {
  checkRoutes(options.routes)
  const app = Fastify({
    loggerInstance: context.log,
    genReqId: () => randomUUID(),
    logController: new LogController({
      requestIdLogLabel: 'requestId',
      disableRequestLogging: true,
    }),
    exposeHeadRoutes: false,
    trustProxy: context.env.trustProxy,
    forceCloseConnections: 'idle',
    // As long as a signed address to upload to is valid; JSON has a minute.
    requestTimeout: 900_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }) as unknown as FastifyInstance
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => closing.abort())
  app.decorateRequest('staff', undefined)
  app.decorateRequest('project', undefined)
  app.decorateRequest('denied', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await sendSafeHeaders(app, context)
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL) throw new Refusal('bad_request', 'The address is too long.')
    // No id and no search has a NUL, and PostgreSQL takes none in a text.
    if (request.url.includes('%00')) throw new Refusal('bad_request', 'The address is not valid.')
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, readBody)
  app.addContentTypeParser('application/x-ndjson', takeLines)
  logEachRequest(app)
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply))
  for (const route of options.routes) handle(app, context, route)
  answerPreflights(app, context)
  await options.page(app)
  return app
}
