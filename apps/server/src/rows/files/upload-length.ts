import type { UploadLength } from '../file-store/file-store.ts'

/** Uploads of unknown length pass through this process, so the field's own limit may be too high. */
const MAX_UNSIZED_BYTES = 100 * 1024 * 1024

/** The length that an upload URL is signed for. */
export function uploadLengthOf(
  fileSize: number | undefined,
  { maxFileSize }: { maxFileSize: number },
): UploadLength {
  if (fileSize !== undefined) return { exact: fileSize }
  return { max: Math.min(maxFileSize, MAX_UNSIZED_BYTES) }
}
