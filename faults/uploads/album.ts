import { createHash, randomBytes } from 'node:crypto'
import type { StoreKind } from '../../apps/server/src/rows/file-store/file-store.ts'
import { call } from '../stack/call.ts'

const anybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLES = [
  {
    id: 'notes',
    name: 'note',
    rules: anybody,
    columns: [{ id: 'n1', name: 'paper', type: 'file' }],
  },
]

export interface Album {
  projectId: string
  store: StoreKind
}

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** A project with one table that accepts files. */
export async function makeAlbum(
  at: { address: string; token: string },
  store: StoreKind,
): Promise<Album> {
  const must = async (path: string, body: unknown) => {
    const answer = await call(at, { method: 'POST', path, body })
    if (answer.status === undefined || answer.status > 202)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const database = store === 's3' ? 'postgres' : 'sqlite3'
  const name = randomBytes(6).toString('hex')
  const projectId = String((await must('/api/project', { cloned: false, name })).projectId)
  const newConfiguration = { version: 'v1', database, tables: TABLES }
  await must(`/api/project/${projectId}/configuration`, { newConfiguration })
  await must(`/api/database/${projectId}/sync`, {})
  return { projectId, store }
}

/** An acknowledged upload: the file by the store, the row by the product. */
export interface Acknowledged {
  album: Album
  key: string
  hash: string
  rowId: string | undefined
}

/** Signs, uploads and saves the row; undefined if not even the file was acknowledged. */
export async function uploadOne(
  address: string,
  { album, bytes }: { album: Album; bytes: number },
): Promise<Acknowledged | undefined> {
  const { projectId } = album
  const body = randomBytes(bytes)
  const described = { fileName: 'paper.bin', fileSize: bytes, fileType: 'application/x-paper' }
  const at = `?$projectId=${projectId}`
  const request = { tableName: 'note', columnName: 'paper', files: [described] }
  const signed = await call(
    { address },
    { method: 'POST', path: `/api/file/upload${at}`, body: request },
  )
  const [url] = (signed.body.urls ?? []) as string[]
  if (signed.status !== 200 || !url) return undefined
  const { searchParams, origin, pathname } = new URL(url)
  const headers = {
    'content-type': searchParams.get('Content-Type') ?? '',
    'x-amz-acl': searchParams.get('x-amz-acl') ?? '',
  }
  const signal = AbortSignal.timeout(20_000)
  const put = await fetch(url, { method: 'PUT', body, headers, signal }).catch(() => undefined)
  if (put?.status !== 200) return undefined
  const key = pathname.slice(pathname.indexOf('/prj_') + 1)
  const paper = { ...described, fileKey: key, url: origin + pathname }
  const saved = await call(
    { address },
    { method: 'POST', path: `/api/data/note${at}`, body: { paper } },
  )
  const row = saved.status === 200 ? (saved.body.data as { id: string }) : undefined
  return { album, key, hash: hashOf(body), rowId: row?.id }
}
