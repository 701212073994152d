import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { FileStore, UploadLength } from '../file-store.ts'
import { ARRIVAL_ACL } from './arrival-acl.ts'
import type { DiskFileStore } from './disk-file-store.ts'
import type { Outcome } from './file-folder.ts'
import { readSigned } from './read-signed.ts'

export type FileRequest = FastifyRequest<{
  Params: { '*': string }
  Querystring: Record<string, unknown>
}>

export const refused = () => new ApiError('forbidden', 'This URL is invalid or has expired.')
const alreadyThere = () =>
  new ApiError('conflict', 'This URL was used already. Request a new one to upload again.')
const tooLarge = () => new ApiError('too_large', 'The file is larger than this URL allows.')

interface Receiving {
  store: DiskFileStore
  /** The store of an announced upload; undefined if none is announced under the key. */
  destinationOf: (key: string) => Promise<FileStore | undefined>
}

interface Signed {
  key: string
  type: string
  length: UploadLength
}

/** The terms of a signed upload URL; throws if the signature is invalid or the headers differ from the terms. */
function readTerms(store: DiskFileStore, request: FileRequest): Signed {
  const key = request.params['*']
  const terms = readSigned(store.secrets(), { method: 'PUT', key, query: request.query })
  const { headers } = request
  const type = terms?.get('Content-Type')
  if (!terms || !type || headers['content-type'] !== type) throw refused()
  if ((headers['x-amz-acl'] || undefined) !== terms.get('x-amz-acl')) throw refused()
  if (terms.has('size')) {
    if (headers['content-length'] !== terms.get('size')) throw refused()
    return { key, type, length: { exact: Number(terms.get('size')) } }
  }
  const max = Number(terms.get('max') ?? Number.NaN)
  if (Number.isNaN(max)) throw refused()
  if (Number(headers['content-length'] ?? 0) > max) throw tooLarge()
  return { key, type, length: { max } }
}

async function receive(
  { store, destination }: { store: DiskFileStore; destination: FileStore },
  { signed, request }: { signed: Signed; request: FileRequest },
): Promise<Outcome> {
  const { key, type, length } = signed
  const body = request.raw
  if (destination.kind === 'disk')
    return store.folder.receive({ key, type, length, body, acl: ARRIVAL_ACL })
  // Object stores can only bind exact lengths, so an upload with a maximum is measured here first.
  const outcome = await store.folder.withDraft({ body, length }, async (path, { size, etag }) => {
    await destination.staging.write({ key, type, size, body: createReadStream(path) })
    return { kind: 'stored' as const, etag }
  })
  return outcome ?? { kind: 'wrongSize' }
}

/** Receives uploads, one request per key at a time. */
export function openReceiver({ store, destinationOf }: Receiving) {
  const receiving = new Set<string>()
  return async (request: FileRequest, reply: FastifyReply) => {
    const signed = readTerms(store, request)
    const { key } = signed
    if (receiving.has(key)) throw alreadyThere()
    receiving.add(key)
    try {
      const destination = await destinationOf(key)
      if (!destination) throw refused()
      const outcome = await receive({ store, destination }, { signed, request })
      if (outcome.kind === 'exists') throw alreadyThere()
      if (outcome.kind === 'wrongSize') throw tooLarge()
      return reply.header('etag', `"${outcome.etag}"`).send()
    } catch (error) {
      // The rest of the body is not read, so the connection cannot be reused.
      reply.header('connection', 'close')
      throw error
    } finally {
      receiving.delete(key)
    }
  }
}
