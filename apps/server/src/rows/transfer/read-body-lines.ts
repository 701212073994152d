import type { Readable } from 'node:stream'
import { ApiError } from '../../foundation/http/errors/api-error.ts'

const MAX_LINE_BYTES = 1_048_576
const MAX_BYTES = 268_435_456
const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('bad_request', 'The body is not valid UTF-8.')
  }
}

/** Yields the non-empty lines of a body with their line numbers. Throws if a line or the body is too long. */
export async function* readBodyLines(
  body: Readable,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let rest: Buffer = Buffer.alloc(0)
  let [line, total] = [0, 0]
  // The stream stays open, so that a client whose import is refused still gets the answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > MAX_BYTES) throw new ApiError('too_large', 'An import has at most 256 MB.')
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      line += 1
      const text = decode(rest.subarray(0, end)).trim()
      rest = rest.subarray(end + 1)
      if (text !== '') yield { line, text }
    }
    if (rest.length > MAX_LINE_BYTES) throw new ApiError('too_large', 'A line has at most 1 MB.')
  }
  const last = decode(rest).trim()
  if (last !== '') yield { line: line + 1, text: last }
}
