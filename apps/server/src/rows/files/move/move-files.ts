import { createHash } from 'node:crypto'
import type { RowsContext } from '../../context.ts'
import type { FileStore, StoreKind } from '../../file-store/file-store.ts'
import { findUploads } from '../../file-store/upload-store.ts'
import {
  aimProject,
  listElsewhere,
  listSwitched,
  type PlacedFile,
  switchStore,
} from './move-store.ts'
import { rewriteAddress } from './rewrite-address.ts'

type Moving = Pick<RowsContext, 'db' | 'files' | 'environments'>

export interface Moved {
  moved: number
  bytes: number
  /** Announced and not uploaded yet: they go where their address leads. */
  awaited: number
  /** Held by a row, and not in the store that they should be in. */
  missing: string[]
}

const LANES = 4

async function checksumOf(store: FileStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of await store.read(key)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Copies a file and reads the copy back; what an earlier attempt has brought there whole stays. */
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
  if (!(await isThere())) throw new Error(`The copy of ${key} is not what it was copied from`)
  return size
}

async function moveOne(
  context: Moving,
  { file, to, tally }: { file: PlacedFile; to: StoreKind; tally: Moved },
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
    // It was swept in the meantime.
    await target.remove([key])
    return
  }
  // It may have been protected or published while it was copied.
  const [now] = await findUploads(db, [key])
  if (now) await target.setAcl(key, now.isPublic ? 'public-read' : 'private')
  await rewriteAddress(context, { ...file, store: to })
  tally.moved += 1
  tally.bytes += size
}

/** Goes through pages of files on a few lanes. */
async function onEach(
  list: (after: string) => Promise<PlacedFile[]>,
  act: (file: PlacedFile) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await list(after)
    const queue = page[Symbol.iterator]()
    const lane = async () => {
      for (const file of queue) await act(file)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const last = page.at(-1)
    if (!last) return
    after = last.key
  }
}

/**
 * Moves a project's files one by one: copied, read back, switched. Each is whole in one store or the other at
 * any moment, so that it can be killed and run again; undefined when there is no such project.
 */
export async function moveFiles(
  context: Moving,
  { projectId, to }: { projectId: string; to: StoreKind },
): Promise<Moved | undefined> {
  const { db } = context
  if (!(await aimProject(db, { projectId, to }))) return undefined
  const tally: Moved = { moved: 0, bytes: 0, awaited: 0, missing: [] }
  // What an earlier run has switched just before it was killed.
  await onEach(
    (after) => listSwitched(db, { projectId, to, after }),
    (file) => rewriteAddress(context, file),
  )
  await onEach(
    (after) => listElsewhere(db, { projectId, to, after }),
    (file) => moveOne(context, { file, to, tally }),
  )
  return tally
}
