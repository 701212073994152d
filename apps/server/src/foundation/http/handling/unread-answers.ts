import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ByteLimit, holdBytes, holderOf, isOverBytes } from '../calls/held-bytes.ts'
import { ApiError } from '../errors/api-error.ts'

const MB = 1024 * 1024
/** Smaller answers are not counted. */
const LARGE_BYTES = MB / 4
/**
 * Bytes of large answers that the clients of an environment, or one caller, have not read yet. Two callers that read
 * nothing have a third of them each, and leave a third.
 */
const MAX_OF_ENVIRONMENT = 128 * MB
const MAX_OF_CALLER = 64 * MB
/** A client that has not read a large answer by then is disconnected. */
const READ_MS = 120_000

function limitsOf(request: FastifyRequest): readonly ByteLimit[] {
  const key = request.trace?.key
  const environment = key ? `${key.projectId}/${key.environment}` : ''
  const caller = `${environment}/${holderOf(request)}`
  if (!key) return [[caller, MAX_OF_CALLER]]
  const all = [environment, MAX_OF_ENVIRONMENT] as const
  return [all, [caller, MAX_OF_CALLER, all]]
}

/**
 * Counts what the client of a stream has not read, with its large answers. The result is called with the bytes that are
 * unread, and returns false if they are too many of the environment or the caller: then they must not be written.
 */
export function countUnread(request: FastifyRequest): (bytes: number) => boolean {
  const limits = limitsOf(request)
  let release: () => void = () => undefined
  return (bytes) => {
    release()
    release = () => undefined
    if (bytes < LARGE_BYTES) return true
    if (isOverBytes(limits, bytes)) return false
    release = holdBytes(limits, bytes)
    return true
  }
}

interface Unread {
  /** How much of the answer is in memory until its client reads it. */
  readonly bytes: number
  /** The answer of a change is always sent: it was made. */
  readonly isChange: boolean
  /** Streams take as long as their clients read. */
  readonly isStream?: boolean
}

/**
 * Counts an answer until it was read. A client that sends many requests and reads none would otherwise keep their answers
 * in memory. Throws 429 for a large answer while too many of the environment or the caller are unread.
 */
export function holdUnread(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { bytes, isChange, isStream = false }: Unread,
): void {
  if (bytes < LARGE_BYTES) return
  const limits = limitsOf(request)
  if (!isChange && isOverBytes(limits, bytes))
    throw new ApiError(
      'rate_limited',
      'Earlier large answers have not been read yet. Read them first, then try again.',
      { retryAfterSeconds: 1 },
    )
  const release = holdBytes(limits, bytes)
  const late = isStream ? undefined : setTimeout(() => reply.raw.destroy(), READ_MS).unref()
  reply.raw.once('close', () => {
    clearTimeout(late)
    release()
  })
}
