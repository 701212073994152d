import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Leaves a stream as it is. */
async function* pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source
}

/**
 * Writes a compressed file that only its owner can read. It is a draft until it is complete, and removed if `write`
 * throws. `seal` changes the compressed bytes.
 */
export async function writeArchiveFile<T>(
  { out, id, seal = pass }: { out: string; id: string; seal?: typeof pass },
  write: (into: Writable) => Promise<T>,
): Promise<T> {
  const draft = `${out}.${id}.draft`
  const compress = createZstdCompress()
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  const written = pipeline(compress, seal, file)
  // Awaited below; until then a failure reaches the writer through the stream.
  written.catch(() => undefined)
  try {
    const result = await write(compress)
    await written
    await sync(draft)
    await rename(draft, out)
    await sync(dirname(out))
    return result
  } finally {
    compress.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
  }
}
