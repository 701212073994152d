import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../../settings/env.ts'
import type { Route } from '../calls/route.ts'
import { answerError } from '../errors/answer-error.ts'
import { ApiError, notFound } from '../errors/api-error.ts'
import { serveDocs } from './serve-docs.ts'

const consoleFolder = join(import.meta.dirname, '../../../../../console')
const API = /^\/(api|auth|health|hooks|files)(\/|$)/

/** The page to which providers redirect app users may be a popup, which posts to the page of the app that opened it. */
const FOR_OPENERS = /^\/user-sign-in\//

/** 405 for a path that is served under another method, otherwise 404. */
function notServed(routes: readonly Route[]): (url: string) => ApiError {
  const known = routes.map(
    ({ endpoint }) => new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  )
  return (url) => {
    const path = url.split('?')[0] ?? ''
    return known.some((pattern) => pattern.test(path))
      ? new ApiError('method_not_allowed', 'This address does not take that method.')
      : notFound()
  }
}

function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !API.test(url)
}

/** Only browsers ask for HTML: a probe of /healthz or /metrics must not be answered with the console. */
function asksForHtml({ url, headers }: FastifyRequest): boolean {
  return /^\/(\?|$)/.test(url) || (headers.accept ?? '').includes('text/html')
}

/** In development Vite serves the console from its sources, with hot reload, on the same origin. */
async function serveFromSources(
  app: FastifyInstance,
): Promise<(request: FastifyRequest, reply: FastifyReply) => void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: consoleFolder,
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  return (request, reply) => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  }
}

async function serveBuilt(
  app: FastifyInstance,
): Promise<(request: FastifyRequest, reply: FastifyReply) => void> {
  const folder = join(consoleFolder, 'dist')
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('http: console is not built, run "npm run build"')
    return (_request, reply) =>
      void reply
        .code(503)
        .type('text/plain')
        .send('The console is not built: run "npm run build" first.\n')
  }
  const index = await readFile(join(folder, 'index.html'))
  await app.register(fastifyStatic, {
    root: join(folder, 'static'),
    prefix: '/static/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  await app.register(fastifyStatic, {
    root: folder,
    decorateReply: false,
    globIgnore: ['index.html', 'static/**', '**/*.br', '**/*.gz'],
    wildcard: false,
    index: false,
  })
  return (request, reply) => {
    // A missing script must not be answered with a page: the browser would report a misleading error.
    if (request.url.startsWith('/static/')) void answerError(notFound(), request, reply)
    else void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index)
  }
}

/** Answers requests without a route: the documentation, the console's pages, or an error. */
export async function servePages(
  app: FastifyInstance,
  { env, routes }: { env: Env; routes: readonly Route[] },
): Promise<void> {
  if (!env.roles.has('api')) {
    app.setNotFoundHandler((request, reply) => void answerError(notFound(), request, reply))
    return
  }
  await serveDocs(app)
  const page = env.development ? await serveFromSources(app) : await serveBuilt(app)
  const errorFor = notServed(routes)
  app.setNotFoundHandler((request, reply) => {
    // Vite also serves the console's sources, which are not HTML.
    if (isPage(request) && (env.development || asksForHtml(request))) {
      if (FOR_OPENERS.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
      page(request, reply)
    } else void answerError(errorFor(request.url), request, reply)
  })
}
