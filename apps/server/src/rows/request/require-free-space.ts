import { statfs } from 'node:fs/promises'
import { storageFull } from '../../foundation/http/errors/api-error.ts'
import type { Env } from '../../foundation/settings/env.ts'

type Space = Pick<Env, 'dataDir' | 'minFreeBytes'>

/** The free bytes of a folder's disk for this process; unlimited if the system does not say. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Throws 507 for an import, upload, backup or restore when the disk is nearly full, while there is still room for rows, for the log of
 * the database and for the operator.
 */
export async function requireFreeSpace({ dataDir, minFreeBytes }: Space, bytes = 0): Promise<void> {
  if ((await freeBytes(dataDir)) - bytes < minFreeBytes) throw storageFull()
}

/** How much may be written until the free space is looked at again. */
const CHECK_BYTES = 32 * 1024 * 1024

/** Passes a stream of unknown length on; fails with 507 when the disk is nearly full. */
export async function* whileSpaceIsFree(
  body: AsyncIterable<Buffer>,
  space: Space,
): AsyncGenerator<Buffer> {
  let unchecked = CHECK_BYTES
  for await (const piece of body) {
    unchecked += piece.length
    if (unchecked >= CHECK_BYTES) {
      await requireFreeSpace(space)
      unchecked = 0
    }
    yield piece
  }
}
