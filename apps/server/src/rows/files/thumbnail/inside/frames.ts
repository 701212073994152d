import type { Readable } from 'node:stream'

const HEAD_BYTES = 4

/** Prefixes bytes with their length. */
export function frame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, bytes])
}

/** Yields the frames of a stream. */
export async function* readFrames(stream: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let buffered = 0
  let frameBytes: number | undefined
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part)
    buffered += part.length
    while (buffered >= (frameBytes ?? HEAD_BYTES)) {
      const whole = Buffer.concat(parts)
      const end = frameBytes ?? HEAD_BYTES
      parts = [whole.subarray(end)]
      buffered = whole.length - end
      if (frameBytes === undefined) frameBytes = whole.readUInt32BE()
      else {
        frameBytes = undefined
        yield whole.subarray(0, end)
      }
    }
  }
}
