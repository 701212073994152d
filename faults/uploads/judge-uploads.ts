import type { FileStore, Files } from '../../apps/server/src/rows/file-store/file-store.ts'
import { call } from '../call.ts'
import { type Acknowledged, type Album, hashOf } from './album.ts'

/** More than any file of this suite has. */
const ALL_BYTES = 1_000_000

/** A file that a row holds is under its key; one whose row was not acknowledged may still be staged. */
async function contentOf(
  store: FileStore,
  { key, rowId }: Acknowledged,
): Promise<string | undefined> {
  const stored = await (rowId === undefined ? store.staging : store).peek(key, ALL_BYTES)
  return stored && hashOf(stored.start)
}

type Stores = Pick<Files, 'in'>

async function judgeFiles(files: Stores, sent: readonly Acknowledged[]): Promise<string[]> {
  const found: string[] = []
  for (const one of sent) {
    const { album, key, hash } = one
    const now = await contentOf(files.in(album.store), one)
    if (now === undefined) found.push(`${key} was acknowledged and is gone`)
    else if (now !== hash) found.push(`${key} is not what was sent`)
  }
  return found
}

interface StoredRow {
  id: string
  paper: { fileKey: string } | null
}

async function judgeRows(
  at: { address: string; files: Stores },
  { album, sent }: { album: Album; sent: readonly Acknowledged[] },
): Promise<string[]> {
  const path = `/api/data/note?$projectId=${album.projectId}&$limit=1000`
  const { status, body } = await call({ address: at.address }, { method: 'GET', path })
  if (status !== 200) return [`the rows of ${album.store} answered ${status}`]
  const rows = new Map((body.data as StoredRow[]).map((row) => [row.id, row.paper?.fileKey]))
  const found: string[] = []
  for (const [id, key] of rows) {
    const isThere = key !== undefined && (await at.files.in(album.store).find(key)) !== undefined
    if (!isThere) found.push(`the row ${id} points at nothing`)
  }
  for (const { rowId, key } of sent.filter((one) => one.album === album)) {
    if (rowId !== undefined && rows.get(rowId) !== key)
      found.push(`the row ${rowId} was acknowledged and does not hold its file`)
  }
  return found
}

/** Every acknowledged file is whole, every acknowledged row holds its file, and no row points at nothing. */
export async function judgeUploads(
  at: { address: string; files: Stores },
  { albums, sent }: { albums: readonly Album[]; sent: readonly Acknowledged[] },
): Promise<string[]> {
  const found = await judgeFiles(at.files, sent)
  for (const album of albums) found.push(...(await judgeRows(at, { album, sent })))
  return found
}
