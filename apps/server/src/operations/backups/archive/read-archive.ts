import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { ArchiveError } from './archive-error.ts'
import { About, End, FORMAT, FORMAT_VERSION, MAX_DOCUMENT_BYTES } from './archive-format.ts'
import { openBlockReader } from './read-blocks.ts'
import { BLOCK, readHeader } from './tar-header.ts'

/** One part; its body must be read before the next part is requested. */
export interface Part {
  name: string
  size: number
  body: AsyncIterable<Buffer>
  /** Reads the whole part; not for the project's files. */
  read(): Promise<Buffer>
}

/** Limits of the unpacked size: a few compressed bytes can expand to more than any disk holds. */
export interface ArchiveLimits {
  bytes: number
  parts: number
}
const DEFAULT_LIMITS: ArchiveLimits = { bytes: 2 ** 41, parts: 20_000_000 }

export interface OpenedArchive<A = About> {
  about: A
  parts: AsyncGenerator<Part>
  /** The content of the last part; available once all parts were read. */
  end(): End
}

const notOurs = () =>
  new ArchiveError('This is no backup of Plinth, or it was damaged. Use another copy.')

/** Any other file fails to decompress; zlib's message would not help the user. */
async function* unpack(source: Readable, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress()
  source.on('error', (error) => zstd.destroy(error))
  source.pipe(zstd)
  let bytes = 0
  try {
    for await (const chunk of zstd) {
      bytes += chunk.length
      if (bytes > limits.bytes) {
        throw new ArchiveError(`The archive unpacks to more than ${limits.bytes} bytes.`)
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof ArchiveError || source.errored) throw error
    throw notOurs()
  } finally {
    source.destroy()
    zstd.destroy()
  }
}

/** Reads a small part; throws for anything else than its shape. */
export function parsePart<T>(
  shape: { safeParse(value: unknown): { data?: T; success: boolean } },
  text: Buffer,
): T {
  let value: unknown
  try {
    value = readJson(text.toString('utf8'))
  } catch {
    throw notOurs()
  }
  const { data, success } = shape.safeParse(value)
  if (!success || data === undefined) throw notOurs()
  return data
}

/** Rejects formats that this build cannot read, before reading the rest. */
function readAbout(text: Buffer): About {
  const loose = parsePart(
    { safeParse: (value) => ({ success: true, data: value as Partial<About> }) },
    text,
  )
  if (
    loose?.format === FORMAT &&
    typeof loose.version === 'number' &&
    loose.version > FORMAT_VERSION
  ) {
    throw new ArchiveError(
      `The archive was made by a newer Plinth (format ${loose.version}; this one reads ${FORMAT_VERSION}). Update first.`,
    )
  }
  return parsePart(About, text)
}

/** Opens the archive of a project: parts arrive in order, and each one's checksum is verified by the end. */
export function openArchive(
  source: Readable,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): Promise<OpenedArchive> {
  return openParts(source, { limits, readAbout, isAuthenticated: false })
}

/** Opens an archive by its first part. One that is encrypted as a whole has no checksums: `isAuthenticated`. */
export async function openParts<A>(
  source: Readable,
  {
    limits = DEFAULT_LIMITS,
    readAbout,
    isAuthenticated,
  }: { limits?: ArchiveLimits; readAbout: (text: Buffer) => A; isAuthenticated: boolean },
): Promise<OpenedArchive<A>> {
  const blocks = openBlockReader(unpack(source, limits))
  const sums: string[] = []
  let count = 0
  let end: End | undefined

  async function next(): Promise<{ name: string; size: number } | undefined> {
    const header = await blocks.take(BLOCK)
    if (!header) throw new ArchiveError('The archive was cut off: it has no end. Use another copy.')
    if (header.every((byte) => byte === 0)) return undefined
    const entry = readHeader(header)
    if (!entry) throw notOurs()
    if (count >= limits.parts) throw new ArchiveError('The archive has too many parts.')
    return entry
  }

  async function* bodyOf({ name, size }: { name: string; size: number }): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    for await (const chunk of blocks.stream(size)) {
      hash.update(chunk)
      yield chunk
    }
    await blocks.take((BLOCK - (size % BLOCK)) % BLOCK)
    count += 1
    if (!isAuthenticated) sums.push(JSON.stringify([name, size, hash.digest('hex')]))
  }

  async function readWhole(found: { name: string; size: number }): Promise<Buffer> {
    if (found.size > MAX_DOCUMENT_BYTES) throw new ArchiveError(`${found.name} is too large.`)
    const pieces: Buffer[] = []
    for await (const piece of bodyOf(found)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  const first = await next()
  if (first?.name !== 'about.json') throw notOurs()
  const about = readAbout(await readWhole(first))

  async function* parts(): AsyncGenerator<Part> {
    let listed = 0
    let own: number | undefined
    for (let found = await next(); found; found = await next()) {
      if (end) throw notOurs()
      if (/^manifest\./.test(found.name)) {
        own ??= sums.length
        const text = (await readWhole(found)).toString('utf8')
        for (const line of text.split('\n').slice(0, -1)) {
          if (sums[listed] !== line || listed >= own) throw damaged(line)
          listed += 1
        }
      } else if (found.name === 'end.json') {
        const before = isAuthenticated ? count : own
        end = parsePart(End, await readWhole(found))
        if ((!isAuthenticated && listed !== own) || end.parts !== before) throw notOurs()
      } else {
        if (own !== undefined) throw notOurs()
        const part = found
        const body = bodyOf(part)
        const before = count
        yield { ...part, body, read: () => readWhole(part) }
        // Unread parts are verified as well.
        if (count === before) for await (const _ of body);
      }
    }
    if (!end) throw new ArchiveError('The archive was cut off: it has no end. Use another copy.')
  }
  return {
    about,
    parts: parts(),
    end() {
      if (!end) throw new Error('archive: not read to its end')
      return end
    },
  }
}

function damaged(line: string): ArchiveError {
  const name = /^\["([^"]{1,100})"/.exec(line)?.[1] ?? 'a part'
  return new ArchiveError(
    `The archive was damaged: ${name} does not match its checksum. Use another copy.`,
  )
}
