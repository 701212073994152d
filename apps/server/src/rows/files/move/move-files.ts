import { createHash } from 'node:crypto'
import type { RowsContext } from '../../context.ts'
import type { FileStore, StoreKind } from '../../file-store/file-store.ts'
import { findUploads } from '../../file-store/upload-store.ts'
import {
  listInOtherStore,
  listMoved,
  type PlacedFile,
  setProjectFileStore,
  switchStore,
} from './move-store.ts'
import { rewriteAddress } from './rewrite-address.ts'

type Moving = Pick<RowsContext, 'db' | 'files' | 'environments'>

export interface MoveResult {
  moved: number
  bytes: number
  /** Announced but not uploaded yet; they go to the store of their URL. */
  awaited: number
  /** Referenced by a row, but missing in their store. */
  missing: string[]
}

const CONCURRENCY = 4

async function checksumOf(store: FileStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of await store.read(key)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Copies a file and verifies the copy; a complete copy of an earlier attempt is reused. */
async function copyFile(
  file: PlacedFile,
  { source, target }: { source: FileStore; target: FileStore },
): Promise<number | undefined> {
  const { key, acl } = file
  if (file.state === 'pending') await source.staging.accept(key)
  const stored = await source.find(key)
  if (!stored) return undefined
  const wanted = await checksumOf(source, key)
  const isThere = async () =>
    (await target.find(key)) !== undefined && (await checksumOf(target, key)) === wanted
  if (await isThere()) return stored.size
  await target.remove([key])
  const { size, type } = stored
  await target.write({ key, type, acl, size, body: await source.read(key) })
  if (!(await isThere())) throw new Error(`move-files: copy of ${key} differs from its source`)
  return size
}

async function moveOne(
  context: Moving,
  { file, to, tally }: { file: PlacedFile; to: StoreKind; tally: MoveResult },
): Promise<void> {
  const { db, files } = context
  const target = files.in(to)
  const size = await copyFile(file, { source: files.in(file.store), target })
  if (size === undefined) {
    if (file.state === 'pending') tally.awaited += 1
    else tally.missing.push(file.key)
    return
  }
  const { key, store: from } = file
  if (!(await switchStore(db, { key, from, to }))) {
    // The sweeper removed it meanwhile.
    await target.remove([key])
    return
  }
  // It may have become private or public while it was copied.
  const [now] = await findUploads(db, [key])
  if (now) await target.setAcl(key, now.isPublic ? 'public-read' : 'private')
  await rewriteAddress(context, { ...file, store: to })
  tally.moved += 1
  tally.bytes += size
}

/** Processes files page by page, a few at a time. */
async function forEachFile(
  list: (after: string) => Promise<PlacedFile[]>,
  act: (file: PlacedFile) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await list(after)
    const queue = page[Symbol.iterator]()
    const worker = async () => {
      for (const file of queue) await act(file)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    const last = page.at(-1)
    if (!last) return
    after = last.key
  }
}

/**
 * Moves a project's files one by one: copy, verify, switch. Every file is complete in one of the stores at any time, so
 * the move can be killed and run again. Undefined if the project does not exist.
 */
export async function moveFiles(
  context: Moving,
  { projectId, to }: { projectId: string; to: StoreKind },
): Promise<MoveResult | undefined> {
  const { db } = context
  if (!(await setProjectFileStore(db, { projectId, to }))) return undefined
  const tally: MoveResult = { moved: 0, bytes: 0, awaited: 0, missing: [] }
  // Files that an earlier run switched just before it was killed.
  await forEachFile(
    (after) => listMoved(db, { projectId, to, after }),
    (file) => rewriteAddress(context, file),
  )
  await forEachFile(
    (after) => listInOtherStore(db, { projectId, to, after }),
    (file) => moveOne(context, { file, to, tally }),
  )
  return tally
}
