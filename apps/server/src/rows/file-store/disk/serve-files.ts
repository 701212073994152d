import type { ProjectUse } from '@plinth/contract'
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
  const signed = isSigned
    ? readSigned(store.secrets(), { method: 'GET', key, query: request.query })
    : undefined
  const metadata = isFileKey(key) ? await store.folder.readMetadata(key) : undefined
  const elsewhere = !metadata && !isSigned && isFileKey(key) ? await movedTo?.(key) : undefined
  if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)
  // Private and missing files get the same response.
  if (!metadata || (isSigned ? !signed : metadata.acl !== 'public-read')) throw refused()
  const etag = `"${metadata.etag}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', isSigned ? 'private, no-store' : YEAR)
    .header(
      'content-disposition',
      signed?.get('response-content-disposition') ??
        (isShownInline(metadata.type) ? 'inline' : 'attachment'),
    )
    .header('content-type', isMediaType(metadata.type) ? metadata.type : 'application/octet-stream')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const range = readRange(request.headers.range, metadata.size)
  if (range === null) {
    return reply.code(416).header('content-range', `bytes */${metadata.size}`).send()
  }
  const length = range ? range.end - range.start + 1 : metadata.size
  reply.header('content-length', length)
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  }
  if (request.method === 'HEAD') return reply.send()
  return reply.send(store.folder.stream(key, range))
}

interface Served {
  store: DiskFileStore
  /** Whether CORS allows this origin for the file. */
  isOrigin: (origin: string, key: string) => Promise<boolean>
  /** Throws if the file's project does not allow this use now. */
  refuse?: (key: string, use: ProjectUse) => void
  /** The current URL of a public file that was moved to another store. */
  movedTo?: (key: string) => Promise<string | undefined>
  /** The store of an announced upload; undefined if none is announced under the key. */
  destinationOf: (key: string) => Promise<FileStore | undefined>
}

/** Serves files on disk; access is decided by the signature of the URL. */
export async function serveFiles(app: FastifyInstance, served: Served): Promise<void> {
  const { isOrigin, refuse } = served
  const receive = openReceiver(served)
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    // The body stays a stream that is written to disk as it arrives.
    files.addContentTypeParser('*', (_request, _payload, done) => done(null))
    files.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      const key = (request as FileRequest).params['*']
      reply.header('vary', 'Origin')
      if (origin !== undefined && (await isOrigin(origin, key))) {
        reply
          .header('access-control-allow-origin', origin)
          .header('access-control-expose-headers', 'ETag')
      }
      if (request.method !== 'OPTIONS') refuse?.(key, request.method === 'PUT' ? 'write' : 'read')
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
