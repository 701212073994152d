import type { UploadLength } from '../../../../apps/server/src/rows/file-store/file-store.ts'

/** Accepts any length if none is announced. */
export function uploadLengthOf(fileSize: number | undefined): UploadLength {
  return fileSize === undefined ? { max: 100 * 1024 * 1024 } : { exact: fileSize }
}
