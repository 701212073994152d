import type { FastifyInstance, FastifyReply } from 'fastify'
import { isShownInline } from '../content-disposition.ts'
import { isFileKey } from '../file-key.ts'
import type { FileStore } from '../file-store.ts'
import { isMediaType } from '../is-media-type.ts'
import type { DiskFileStore } from './disk-file-store.ts'
import { readRange } from './read-range.ts'
import { readSigned } from './read-signed.ts'
import { type FileRequest, openReceiver, refused } from './receive-upload.ts'

const YEAR = 'public, max-age=31536000, immutable'

async function answer({ store, movedTo }: Served, request: FileRequest, reply: FastifyReply) {
  const key = request.params['*']
  const isSigned = 'sig' in request.query
  const said = isSigned
    ? readSigned(store.secret, { method: 'GET', key, query: request.query })
    : undefined
  const facts = isFileKey(key) ? await store.folder.readFacts(key) : undefined
  const elsewhere = !facts && !isSigned && isFileKey(key) ? await movedTo?.(key) : undefined
  if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)
  // What is private and what is missing look alike to a stranger.
  if (!facts || (isSigned ? !said : facts.acl !== 'public-read')) throw refused()
  const etag = `"${facts.etag}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', isSigned ? 'private, no-store' : YEAR)
    .header(
      'content-disposition',
      said?.get('response-content-disposition') ??
        (isShownInline(facts.type) ? 'inline' : 'attachment'),
    )
    .header('content-type', isMediaType(facts.type) ? facts.type : 'application/octet-stream')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const range = readRange(request.headers.range, facts.size)
  if (range === null) {
    return reply.code(416).header('content-range', `bytes */${facts.size}`).send()
  }
  const length = range ? range.end - range.start + 1 : facts.size
  reply.header('content-length', length)
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${facts.size}`)
  }
  if (request.method === 'HEAD') return reply.send()
  return reply.send(store.folder.stream(key, range))
}

interface Served {
  store: DiskFileStore
  /** Whether pages of this origin may reach the file. */
  isOrigin: (origin: string, key: string) => Promise<boolean>
  /** The address of a public file that lay here once. */
  movedTo?: (key: string) => Promise<string | undefined>
  /** The store that an announced upload goes to; undefined where none is announced under the key. */
  destinationOf: (key: string) => Promise<FileStore | undefined>
}

/** Serves the disk's files; who may read or write one is what the signature in its address says. */
export async function serveFiles(app: FastifyInstance, served: Served): Promise<void> {
  const { isOrigin } = served
  const receive = openReceiver(served)
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    // The body stays a stream: it is written to disk as it comes.
    files.addContentTypeParser('*', (_request, _payload, done) => done(null))
    files.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      reply.header('vary', 'Origin')
      if (origin === undefined) return
      if (!(await isOrigin(origin, (request as FileRequest).params['*']))) return
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', 'ETag')
    })
    files.options<{ Params: { '*': string } }>('/files/*', async (_request, reply) =>
      reply
        .header('access-control-allow-methods', 'GET, HEAD, PUT')
        .header('access-control-allow-headers', 'content-type, x-amz-acl')
        .header('access-control-max-age', '600')
        .code(204)
        .send(),
    )
    files.put('/files/*', (request, reply) => receive(request as FileRequest, reply))
    files.route({
      method: ['GET', 'HEAD'],
      url: '/files/*',
      exposeHeadRoute: false,
      handler: (request, reply) => answer(served, request as FileRequest, reply),
    })
  })
}
