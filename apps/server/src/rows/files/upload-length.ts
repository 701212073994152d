import type { UploadLength } from '../file-store/file-store.ts'

/** An upload of unknown length passes through this process, so that a field's own limit may be too much. */
const MAX_UNSIZED_BYTES = 100 * 1024 * 1024

/** The length that an address is signed for. */
export function uploadLengthOf(
  fileSize: number | undefined,
  { maxFileSize }: { maxFileSize: number },
): UploadLength {
  if (fileSize !== undefined) return { exact: fileSize }
  return { max: Math.min(maxFileSize, MAX_UNSIZED_BYTES) }
}
