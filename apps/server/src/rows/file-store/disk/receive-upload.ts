import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../foundation/http/errors/refusal.ts'
import type { FileStore, UploadLength } from '../file-store.ts'
import { ARRIVAL_ACL } from './arrival-acl.ts'
import type { DiskFileStore } from './disk-file-store.ts'
import type { Outcome } from './file-folder.ts'
import { readSigned } from './read-signed.ts'

export type FileRequest = FastifyRequest<{
  Params: { '*': string }
  Querystring: Record<string, unknown>
}>

export const refused = () => new Refusal('forbidden', 'This address is not valid, or no longer.')
const alreadyThere = () =>
  new Refusal('conflict', 'This address was used already. Ask for a new one to upload again.')
const tooLarge = () =>
  new Refusal('too_large', 'The file is larger than this address was signed for.')

interface Receiving {
  store: DiskFileStore
  /** The store that an announced upload goes to; undefined where none is announced under the key. */
  destinationOf: (key: string) => Promise<FileStore | undefined>
}

interface Signed {
  key: string
  type: string
  length: UploadLength
}

/** The terms of a signed address, once the request's headers agree with them. */
function readTerms(store: DiskFileStore, request: FileRequest): Signed {
  const key = request.params['*']
  const said = readSigned(store.secret, { method: 'PUT', key, query: request.query })
  const { headers } = request
  const type = said?.get('Content-Type')
  if (!said || !type || headers['content-type'] !== type) throw refused()
  if ((headers['x-amz-acl'] || undefined) !== said.get('x-amz-acl')) throw refused()
  if (said.has('size')) {
    if (headers['content-length'] !== said.get('size')) throw refused()
    return { key, type, length: { exact: Number(said.get('size')) } }
  }
  const max = Number(said.get('max') ?? Number.NaN)
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
  // An object store binds exact lengths only: what has a maximum is measured here first.
  const outcome = await store.folder.withDraft({ body, length }, async (path, { size, etag }) => {
    await destination.staging.write({ key, type, size, body: createReadStream(path) })
    return { kind: 'stored' as const, etag }
  })
  return outcome ?? { kind: 'wrongSize' }
}

/** Receives uploads, each key by one request at a time. */
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
      // The rest of the body is not read.
      reply.header('connection', 'close')
      throw error
    } finally {
      receiving.delete(key)
    }
  }
}
