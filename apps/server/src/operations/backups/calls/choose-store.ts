import type { BackupStore } from '@plinth/contract'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import type { Files } from '../../../rows/file-store/file-store.ts'

/** The store named in the request, if configured; else the default file store. */
export function chooseStore(files: Files, wanted: BackupStore | undefined): BackupStore {
  if (wanted === undefined) return files.home
  if (files.all.some(({ kind }) => kind === wanted)) return wanted
  throw invalid([{ path: 'store', message: 'No object store is configured on this server.' }])
}
