import { fileTypeFromBuffer } from 'file-type'

/** As many bytes as any kind of file needs to be told from the others. */
export const SNIFFED_BYTES = 4_100

/** What a file is by its own first bytes; undefined for texts and everything unknown. */
export async function sniffFile(start: Buffer): Promise<string | undefined> {
  return (await fileTypeFromBuffer(start))?.mime
}

/** Whether a file may call itself what it does; all that is written in XML begins alike. */
export function isSameType(sniffed: string, said: string): boolean {
  const type = said.toLowerCase()
  return (
    sniffed === type ||
    (sniffed === 'application/xml' && (type.endsWith('+xml') || type === 'text/xml'))
  )
}
