import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerError } from '../errors/answer-error.ts'
import { notFound } from '../errors/api-error.ts'

const BUILT = join(import.meta.dirname, '../../../../../../docs/site/.vitepress/dist')
/** Names in this folder have a hash of their content. */
const HASHED = '/assets/'

function explain(_request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(503)
    .type('text/plain')
    .send('The documentation is not built: run "npm run build:docs" first.\n')
}

/** Serves the built documentation under `/docs`; a path without a page is 404. */
export async function serveDocs(app: FastifyInstance, folder = BUILT): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('http: documentation is not built, run "npm run build:docs"')
    app.get('/docs', explain)
    app.get('/docs/*', explain)
    return
  }
  const missing = await readFile(join(folder, '404.html'))
  app.get('/docs', (_request, reply) => void reply.redirect('/docs/', 301))
  await app.register(
    async (docs) => {
      docs.setNotFoundHandler((request, reply) => {
        if (!(request.headers.accept ?? '').includes('text/html'))
          return void answerError(notFound(), request, reply)
        void reply
          .code(404)
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(missing)
      })
      await docs.register(fastifyStatic, {
        root: folder,
        dotfiles: 'ignore',
        prefix: '/',
        decorateReply: false,
        extensions: ['html'],
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.slice(folder.length).startsWith(HASHED)
          const cached = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
          reply.header('cache-control', cached)
        },
      })
    },
    { prefix: '/docs' },
  )
}
