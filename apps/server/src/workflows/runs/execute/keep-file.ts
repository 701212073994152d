import { Readable } from 'node:stream'
import { type FileReference, NodeFailure } from '@plinth/engine'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
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

async function reserveRoom(
  { usage }: Pick<WorkflowsContext, 'usage'>,
  { projectId, fileBytes }: { projectId: string; fileBytes: number },
) {
  try {
    return await usage.reserveRoom(projectId, { fileBytes })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new NodeFailure(error.message, { retry: false })
  }
}

/**
 * Stores a file that a node downloaded. No row refers to it, so the sweep deletes it after a day. The node fails if the
 * project's budget has no room for it.
 */
export async function keepFile(
  context: Pick<WorkflowsContext, 'db' | 'files' | 'usage'>,
  fetched: Fetched,
): Promise<FileReference> {
  const { db, files, usage } = context
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
  const release = await reserveRoom(context, { projectId: place.projectId, fileBytes: size })
  // Recorded before the upload, so that a crash in between leaves a file the sweep can find.
  const recorded = recordUploads(db, { uploads: [upload], home: files.home })
  const kind = await recorded.finally(release)
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
