import { buffer } from 'node:stream/consumers'
import type { ReadAuditArchive } from '../../foundation/audit/verify-audit.ts'
import type { Files } from '../../rows/file-store/file-store.ts'

/** Reads archive files from whichever store has them: the installation's default may have changed. */
export function auditArchiveReader(files: Pick<Files, 'all'>): ReadAuditArchive {
  return async (key) => {
    for (const store of files.all) {
      if (await store.find(key)) return buffer(await store.read(key))
    }
    return undefined
  }
}
