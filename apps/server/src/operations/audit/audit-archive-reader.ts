import { buffer } from 'node:stream/consumers'
import type { ReadAuditArchive } from '../../foundation/audit/verify-audit.ts'
import type { FileStore, Files } from '../../rows/file-store/file-store.ts'

/** The file, or undefined if only its description is left on disk. */
async function readIfThere(store: FileStore, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await store.read(key))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads archive files from whichever store has them: the installation's default may have changed. */
export function auditArchiveReader(files: Pick<Files, 'all'>): ReadAuditArchive {
  return async (key) => {
    for (const store of files.all) {
      const file = (await store.find(key)) && (await readIfThere(store, key))
      if (file) return file
    }
    return undefined
  }
}
