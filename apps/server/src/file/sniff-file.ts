import { fileTypeFromBuffer } from 'file-type'
import type { FileStore } from './file-store.ts'

/** As many bytes as any kind of file needs to be told from the others. */
const START = 4_100

/** What a file is by its own first bytes; undefined for texts and everything unknown. */
export async function sniffFile(store: FileStore, key: string): Promise<string | undefined> {
  const start = Buffer.concat(await (await store.read(key, START)).toArray())
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
