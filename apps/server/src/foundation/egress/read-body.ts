import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { refuseCall } from './outbound-error.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'The answer is larger than 10 MB.'

const UNPACK = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/** Reads the body of an answer: at most 10 MB after decompression (R25). */
export async function readAnswerBody(answer: Dispatcher.ResponseData): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer.body) {
    size += part.length
    if (size > MAX_BYTES) throw refuseCall(TOO_LARGE)
    parts.push(part)
  }
  const packed = Buffer.concat(parts)
  const encoding = String(answer.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || packed.length === 0) return packed
  const unpack = UNPACK.get(encoding)
  if (!unpack) throw refuseCall('The answer has a content encoding that is not supported.')
  try {
    return await unpack(packed, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const large = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw refuseCall(large ? TOO_LARGE : 'The answer could not be decompressed.')
  }
}
