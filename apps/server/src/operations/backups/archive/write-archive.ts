import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { CHUNK_BYTES, type End } from './archive-format.ts'
import { BLOCK, writeHeader } from './tar-header.ts'

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Collects small pieces and writes them as parts of one size. */
export interface PartSeries {
  write(piece: Buffer | string): Promise<void>
  end(): Promise<void>
}

/**
 * Writes an archive part by part; keeps only the checksums in memory. An archive that is encrypted as a whole needs no
 * checksums: `isAuthenticated`.
 */
export function openArchiveWriter(out: Writable, { isAuthenticated = false } = {}) {
  const lines: string[] = []
  let parts = 0
  let failure: Error | undefined
  out.on('error', (error) => {
    failure = error
  })

  async function send(chunk: Buffer): Promise<void> {
    if (failure) throw failure
    if (chunk.length > 0 && !out.write(chunk))
      await Promise.race([once(out, 'drain'), once(out, 'close')])
    if (failure) throw failure
  }

  function note({ name, size, sum }: { name: string; size: number; sum: string }): void {
    parts += 1
    if (!isAuthenticated) lines.push(`${JSON.stringify([name, size, sum])}\n`)
  }

  async function writeStream(
    name: string,
    { size, body }: { size: number; body: AsyncIterable<Buffer> },
  ): Promise<void> {
    const hash = createHash('sha256')
    let written = 0
    await send(writeHeader({ name, size }))
    for await (const chunk of body) {
      written += chunk.length
      if (written > size) break
      hash.update(chunk)
      await send(chunk)
    }
    if (written !== size) throw new Error(`archive: size of part ${name} differs from its header`)
    await send(padding(size))
    note({ name, size, sum: hash.digest('hex') })
  }

  async function writePart(name: string, content: Buffer | string): Promise<void> {
    const whole = typeof content === 'string' ? Buffer.from(content) : content
    await send(writeHeader({ name, size: whole.length }))
    await send(whole)
    await send(padding(whole.length))
    const sum = createHash('sha256').update(whole).digest('hex')
    note({ name, size: whole.length, sum })
  }

  function series(nameOf: (number: string) => string): PartSeries {
    let pieces: Buffer[] = []
    let size = 0
    let count = 0
    const flush = async () => {
      if (size === 0) return
      count += 1
      const whole = Buffer.concat(pieces)
      pieces = []
      size = 0
      await writePart(nameOf(String(count).padStart(5, '0')), whole)
    }
    return {
      async write(piece) {
        const added = typeof piece === 'string' ? Buffer.from(piece) : piece
        if (size > 0 && size + added.length > CHUNK_BYTES) await flush()
        pieces.push(added)
        size += added.length
      },
      end: flush,
    }
  }

  /** Writes all checksums, then the end part; an archive without it is incomplete. */
  async function finish(end: Omit<End, 'parts'>): Promise<void> {
    const own = lines.splice(0)
    const written = parts
    const manifest = series((number) => `manifest.${number}.ndjson`)
    for (const line of own) await manifest.write(line)
    await manifest.end()
    await writePart('end.json', JSON.stringify({ ...end, parts: written } satisfies End))
    await send(Buffer.alloc(2 * BLOCK))
    out.end()
  }

  return { writePart, writeStream, series, finish }
}

export type ArchiveWriter = ReturnType<typeof openArchiveWriter>
