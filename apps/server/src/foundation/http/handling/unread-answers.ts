import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressPrefix } from '../calls/address-prefix.ts'
import { type ByteLimit, heldBytes, holdBytes, isOverBytes } from '../calls/held-bytes.ts'
import { callerName, holderOf } from '../calls/holder-of.ts'
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

/** The limit of the caller, then that of the environment, if it has one. */
function limitsOf(request: FastifyRequest): readonly [ByteLimit, ...ByteLimit[]] {
  const { key, environment } = request.trace ?? {}
  if (!key) return [[`/${callerName(request.caller) ?? addressPrefix(request.ip)}`, MAX_OF_CALLER]]
  const name = `${key.projectId}/${key.environment}`
  const all = [name, MAX_OF_ENVIRONMENT] as const
  // A user of an environment that was not loaded counts as a guest.
  return [[`${name}/${holderOf(request, environment?.id ?? '')}`, MAX_OF_CALLER, all], all]
}

/** Counts unread bytes of a stream in place of those before; false if they are too many, then they must not be held. */
type CountUnread = (bytes: number, options?: { readonly isExact: boolean }) => boolean

/**
 * Counts what the client of a stream has not read, with its large answers. A write counts from 256 KB on: fewer bytes are
 * mostly in memory for a moment only. An exact count, which is made at intervals, counts fewer as well: a caller with
 * many streams could otherwise have as many on each. The first 256 KB of a caller always fit.
 */
export function countUnread(request: FastifyRequest): CountUnread {
  const limits = limitsOf(request)
  const [[caller]] = limits
  let counted = 0
  let release: () => void = () => undefined
  return (bytes, { isExact } = { isExact: false }) => {
    const isSmall = bytes > 0 && bytes < LARGE_BYTES && counted < LARGE_BYTES
    if (bytes === counted || (isSmall && !isExact)) return true
    release()
    const isLess = bytes < counted
    const fits = isLess || heldBytes(caller) + bytes < LARGE_BYTES || !isOverBytes(limits, bytes)
    counted = fits ? bytes : 0
    release = counted > 0 ? holdBytes(limits, counted) : () => undefined
    return fits
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
