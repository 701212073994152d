import type { FileStore, Files } from '../../apps/server/src/rows/file-store/file-store.ts'
import { call } from '../stack/call.ts'
import { type Acknowledged, type Album, hashOf } from './album.ts'

/** Larger than any file of this suite. */
const ALL_BYTES = 1_000_000

/** A file referenced by a row is stored under its key; a file whose row was not acknowledged may still be staged. */
async function contentOf(
  store: FileStore,
  { key, rowId }: Acknowledged,
): Promise<string | undefined> {
  const stored = await (rowId === undefined ? store.staging : store).peek(key, ALL_BYTES)
  return stored && hashOf(stored.start)
}

type Stores = Pick<Files, 'in'>

async function checkStoredFiles(files: Stores, sent: readonly Acknowledged[]): Promise<string[]> {
  const problems: string[] = []
  for (const one of sent) {
    const { album, key, hash } = one
    const now = await contentOf(files.in(album.store), one)
    if (now === undefined) problems.push(`${key} was acknowledged and is gone`)
    else if (now !== hash) problems.push(`${key} is not what was sent`)
  }
  return problems
}

interface StoredRow {
  id: string
  paper: { fileKey: string } | null
}

async function checkRows(
  at: { address: string; files: Stores },
  { album, sent }: { album: Album; sent: readonly Acknowledged[] },
): Promise<string[]> {
  const path = `/api/data/note?$projectId=${album.projectId}&$limit=1000`
  const { status, body } = await call({ address: at.address }, { method: 'GET', path })
  if (status !== 200) return [`the rows of ${album.store} answered ${status}`]
  const rows = new Map((body.data as StoredRow[]).map((row) => [row.id, row.paper?.fileKey]))
  const problems: string[] = []
  for (const [id, key] of rows) {
    const isThere = key !== undefined && (await at.files.in(album.store).find(key)) !== undefined
    if (!isThere) problems.push(`the row ${id} points at nothing`)
  }
  for (const { rowId, key } of sent.filter((one) => one.album === album)) {
    if (rowId !== undefined && rows.get(rowId) !== key)
      problems.push(`the row ${rowId} was acknowledged and does not hold its file`)
  }
  return problems
}

/** Every acknowledged file is complete, every acknowledged row has its file, and no row refers to a missing file. */
export async function checkUploads(
  at: { address: string; files: Stores },
  { albums, sent }: { albums: readonly Album[]; sent: readonly Acknowledged[] },
): Promise<string[]> {
  const problems = await checkStoredFiles(at.files, sent)
  for (const album of albums) problems.push(...(await checkRows(at, { album, sent })))
  return problems
}
