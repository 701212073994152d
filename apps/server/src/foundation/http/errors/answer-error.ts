import { Readable } from 'node:stream'
import { ERROR_STATUS, type ErrorCode } from '@plinth/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, storageFull } from './api-error.ts'
import { holdRefusal } from './hold-refusal.ts'
import { lingerOnClose } from './linger-on-close.ts'
import { setRateLimitHeaders } from './rate-limit-headers.ts'

const FROM_FASTIFY: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'Content-Length does not match the body.'],
  FST_ERR_BAD_URL: ['bad_request', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'Not found'],
}

/** Codes of PostgreSQL and of sockets that mean a dependency is temporarily unreachable. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '08000',
  '08003',
  '08006',
  '08P01',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])
/** Codes of PostgreSQL, of files and of SQLite. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|pool after calling end/

function toApiError(error: FastifyError | Error): ApiError | undefined {
  if (error instanceof ApiError) return error
  const code = 'code' in error ? String(error.code) : ''
  const known = FROM_FASTIFY[code]
  if (known) return new ApiError(known[0], known[1])
  if (FULL.has(code)) return storageFull()
  if (code === '57014' || code === 'QUERY_TIMEOUT')
    return new ApiError('timeout', 'The database took too long.')
  if (AWAY.has(code) || AWAY_MESSAGE.test(error.message)) {
    return new ApiError(
      'unavailable',
      'A part of the system is not reachable. Try again shortly.',
      {
        retryAfterSeconds: 2,
      },
    )
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError('bad_request', 'The request could not be read.')
  }
  return undefined
}

/** Security headers of errors that occur before the `onRequest` hooks run. */
export const UNROUTED_HEADERS = {
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The error envelope as JSON. */
export function errorText(apiError: ApiError | undefined, requestId: string): string {
  return JSON.stringify({
    error: {
      code: apiError?.code ?? 'internal',
      message: apiError?.message ?? 'Something went wrong on our side. The log has the details.',
      ...(apiError?.details === undefined ? {} : { details: apiError.details }),
      requestId,
    },
  })
}

/** Node reads and drops the rest of a refused body; larger ones would keep the connection busy for long. */
const MAX_DROPPED_BYTES = 1_048_576

/** The announced size of a body; a chunked one has no limit. */
function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** A large or chunked body of a refused request is not read to its end, so its connection cannot be used again. */
function closeAfterBody(code: ErrorCode, request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return
  const isLong = request.body instanceof Readable || announcedBytes(request) > MAX_DROPPED_BYTES
  if (code === 'too_large' || isLong) reply.header('connection', 'close')
  if (reply.getHeader('connection') === 'close') lingerOnClose(request.raw)
}

/** Answers with the error envelope. The cause of an internal error is logged, never sent. */
export function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiError = toApiError(error)
  if (!apiError) request.log.error({ err: error }, 'http: unexpected error')
  else if (apiError.code === 'unavailable')
    request.log.warn({ err: error }, 'http: dependency not reachable')
  const code: ErrorCode = apiError?.code ?? 'internal'
  if (apiError?.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.ceil(apiError.retryAfterSeconds)))
  }
  setRateLimitHeaders(reply, request)
  closeAfterBody(code, request, reply)
  if (!reply.hasHeader('x-content-type-options')) {
    reply.headers(UNROUTED_HEADERS)
  }
  reply
    .code(ERROR_STATUS[code])
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
  const send = () => reply.send(errorText(apiError, request.id))
  if (code === 'rate_limited') holdRefusal(send)
  else send()
  return reply
}
