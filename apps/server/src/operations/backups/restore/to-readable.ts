import { Readable } from 'node:stream'

/** A body of bytes as a stream; nothing of it is joined or split. */
export function toReadable(body: AsyncIterable<Buffer>): Readable {
  return Readable.from(body, { objectMode: false })
}
