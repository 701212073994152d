import { Readable } from 'node:stream'
import type { FileReference } from '@plinth/engine'
import { asAttachment } from '../../../rows/file-store/content-disposition.ts'
import { newFileKey } from '../../../rows/file-store/file-key.ts'
import { recordUploads } from '../../../rows/file-store/upload-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { NodeContext } from './node-context.ts'

const LINK_SECONDS = 15 * 60
const LONGEST_NAME = 200
const TYPE = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/

interface Fetched {
  place: NodeContext
  url: string
  headers: Record<string, string>
  body: Buffer
}

/** The file name that the response gives, else the end of the URL; never a path. */
function nameOf({ url, headers }: Fetched): string {
  const said = /filename="?([^";]+)"?/i.exec(headers['content-disposition'] ?? '')?.[1]
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : ''
  const plain = (said ?? last).replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, LONGEST_NAME)
  return /[\p{L}\p{N}]/u.test(plain) ? plain.trim() : 'file'
}

function typeOf({ headers }: Fetched): string {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  return TYPE.test(type) ? type : 'application/octet-stream'
}

/**
 * Stores a file that a node downloaded. No row refers to it, so the sweep deletes it after a day. Throws 507 if the
 * project's budget has no room for it.
 */
export async function keepFile(
  { db, files, usage }: Pick<WorkflowsContext, 'db' | 'files' | 'usage'>,
  fetched: Fetched,
): Promise<FileReference> {
  const { place, body } = fetched
  const [name, type, size] = [nameOf(fetched), typeOf(fetched), body.length]
  const key = newFileKey({ folder: [place.projectId, 'run'], fileName: name })
  const upload = {
    key,
    environmentId: place.environmentId,
    tableId: '',
    columnId: '',
    fileName: name,
    type,
    acl: 'private' as const,
    size,
    reserved: null,
    caller: null,
  }
  await usage.requireRoom(place.projectId, { fileBytes: size })
  // Recorded before the upload, so that a crash in between leaves a file the sweep can find.
  const kind = await recordUploads(db, { uploads: [upload], home: files.home })
  usage.addStorage(place.projectId, { fileBytes: size })
  const store = files.in(kind)
  await store.write({ key, type, acl: 'private', size, body: Readable.from([body]) })
  const url = await store.signDownload({
    key,
    disposition: asAttachment({ type, fileName: name }),
    expiresInSeconds: LINK_SECONDS,
  })
  return { name, type, size, key, url }
}
