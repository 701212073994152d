import type { UploadLimit } from '../../../../apps/server/src/file/upload-limit.ts'

/** Counts nothing. */
export function openUploadLimit(): UploadLimit {
  return { spend: async () => {} }
}
