import type { Readable } from 'node:stream'

const HEAD_BYTES = 4

/** Bytes with their number before them. */
export function frame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, bytes])
}

/** The frames that arrive, one by one. */
export async function* readFrames(stream: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let held = 0
  let wanted: number | undefined
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part)
    held += part.length
    while (held >= (wanted ?? HEAD_BYTES)) {
      const whole = Buffer.concat(parts)
      const end = wanted ?? HEAD_BYTES
      parts = [whole.subarray(end)]
      held = whole.length - end
      if (wanted === undefined) wanted = whole.readUInt32BE()
      else {
        wanted = undefined
        yield whole.subarray(0, end)
      }
    }
  }
}
