import { DEFAULT_LIMITS } from '@plinth/contract'
import type { FastifyReply, FastifyRequest, preParsingHookHandler as Hook } from 'fastify'
import { addressPrefix } from '../calls/address-prefix.ts'
import { type ByteLimit, holdBytes, isOverBytes } from '../calls/held-bytes.ts'
import { callerName } from '../calls/holder-of.ts'
import { ApiError } from '../errors/api-error.ts'

type Raw = FastifyRequest['raw']

const BODY_TIMEOUT_MS = 60_000
const CHECK_EVERY_MS = 5_000
const MB = 1024 * 1024
/** Smaller bodies are not counted. */
const LARGE_BYTES = MB / 4
/** Large bodies that a process holds until they are answered, and those of one caller. */
const MAX_BYTES = 256 * MB
const MAX_OF_CALLER = 64 * MB

/** Incomplete bodies with their deadlines, the oldest first. */
const arriving = new Map<Raw, number>()
let timer: NodeJS.Timeout | undefined

function endLate(): void {
  const now = performance.now()
  for (const [request, until] of arriving) {
    const isOver = request.complete || request.destroyed
    if (!isOver && until > now) continue
    arriving.delete(request)
    if (!isOver) request.destroy()
  }
  if (arriving.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Counts a body until its request is answered; one of unknown length counts as the longest that is allowed. */
function holdBody(request: FastifyRequest, reply: FastifyReply): void {
  const { bytes: longest } = request.routeOptions.config.limits ?? DEFAULT_LIMITS
  const announced = request.headers['content-length']
  const bytes = announced === undefined ? longest : Number(announced)
  // A longer one is answered 413 before it is read.
  if (!(bytes >= LARGE_BYTES && bytes <= longest)) return
  // The environment is not known yet, so that users are counted by themselves, whichever it will be.
  const holder = callerName(request.caller) ?? addressPrefix(request.ip)
  const counted: readonly ByteLimit[] = [
    ['bodies', MAX_BYTES],
    [`bodies/${holder}`, MAX_OF_CALLER],
  ]
  if (isOverBytes(counted, bytes))
    throw new ApiError(
      'rate_limited',
      'Too many large requests are under way. Send fewer at once, or smaller ones.',
      { retryAfterSeconds: 1 },
    )
  reply.raw.once('close', holdBytes(counted, bytes))
}

/**
 * Limits the time in which a body must arrive to a minute, and the bytes of large bodies that are under way; files and
 * NDJSON may take longer and are not read here. One timer serves all requests, because most bodies arrive at once.
 */
export function limitBody(...[request, reply, , done]: Parameters<Hook>): void {
  const { headers, raw } = request
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!hasBody) {
    done()
    return
  }
  try {
    holdBody(request, reply)
  } catch (error) {
    done(error as Error)
    return
  }
  arriving.set(raw, performance.now() + BODY_TIMEOUT_MS)
  timer ??= setInterval(endLate, CHECK_EVERY_MS).unref()
  done()
}

/** Called when the body is complete. */
export function endBodyTime(request: Raw): void {
  arriving.delete(request)
}
