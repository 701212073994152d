import { ArchiveError } from './archive-error.ts'

/** Reads exact numbers of bytes from a stream. */
export interface BlockReader {
  /** The next bytes, at most `max`; undefined at the end of the stream. */
  some(max: number): Promise<Buffer | undefined>
  /** Undefined at the end of the stream. */
  take(size: number): Promise<Buffer | undefined>
  /** The next bytes as they arrive. */
  stream(size: number): AsyncGenerator<Buffer>
}

const cutOff = () => new ArchiveError('The archive was cut off: it has no end. Use another copy.')

export function openBlockReader(source: AsyncIterable<Buffer>): BlockReader {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function some(max: number): Promise<Buffer | undefined> {
    while (held.length === 0) {
      const next = await chunks.next()
      if (next.done) return undefined
      held = next.value
    }
    const taken = held.subarray(0, max)
    held = held.subarray(taken.length)
    return taken
  }

  async function* stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const chunk = await some(left)
      if (!chunk) throw cutOff()
      left -= chunk.length
      yield chunk
    }
  }

  return {
    some,
    stream,
    async take(size) {
      const first = await some(size)
      if (!first) return undefined
      const pieces = [first]
      for await (const piece of stream(size - first.length)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}
