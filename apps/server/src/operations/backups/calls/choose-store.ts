import type { BackupStore } from '@plinth/contract'
import { invalid } from '../../../foundation/http/errors/refusal.ts'
import type { Files } from '../../../rows/file-store/file-store.ts'

/** The store that a body names, if this installation has it; else where its files go. */
export function chooseStore(files: Files, wanted: BackupStore | undefined): BackupStore {
  if (wanted === undefined) return files.home
  if (files.all.some(({ kind }) => kind === wanted)) return wanted
  throw invalid([{ path: 'store', message: 'No object store is set on this server.' }])
}
