import { fileTypeFromBuffer } from 'file-type'

/** Bytes needed to detect any file type. */
export const SNIFFED_BYTES = 4_100

/** Detects the media type by the first bytes; undefined for texts and unknown types. */
export async function sniffFile(start: Buffer): Promise<string | undefined> {
  return (await fileTypeFromBuffer(start))?.mime
}

/** Whether the declared type matches the detected one. XML formats cannot be told apart. */
export function isSameType(sniffed: string, declared: string): boolean {
  const type = declared.toLowerCase()
  return (
    sniffed === type ||
    (sniffed === 'application/xml' && (type.endsWith('+xml') || type === 'text/xml'))
  )
}
