import { ERROR_STATUS, type ErrorCode } from '@plinth/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

const FROM_FASTIFY: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'The body must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'Content-Length does not match the body.'],
  FST_ERR_BAD_URL: ['bad_request', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'Not found'],
}

/** Codes of PostgreSQL and of sockets that mean "not there right now", not "wrong". */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '08000',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|pool after calling end/

function toRefusal(error: FastifyError | Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  const code = 'code' in error ? String(error.code) : ''
  const known = FROM_FASTIFY[code]
  if (known) return new Refusal(known[0], known[1])
  if (code === '57014') return new Refusal('timeout', 'The database took too long.')
  if (AWAY.has(code) || AWAY_MESSAGE.test(error.message)) {
    return new Refusal('unavailable', 'A part of the system is not reachable. Try again shortly.', {
      retryAfterSeconds: 2,
    })
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal('bad_request', 'The request could not be read.')
  }
  return undefined
}

/** For answers that come before the hooks that send the others. */
export const UNROUTED_HEADERS = {
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The one error envelope as JSON. */
export function errorText(refusal: Refusal | undefined, requestId: string): string {
  return JSON.stringify({
    error: {
      code: refusal?.code ?? 'internal',
      message: refusal?.message ?? 'Something went wrong on our side. The log has the details.',
      ...(refusal?.details === undefined ? {} : { details: refusal.details }),
      requestId,
    },
  })
}

/** Answers with the error envelope; only the log learns the cause of a bug. */
export function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'unexpected error')
  else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'part not reachable')
  const code: ErrorCode = refusal?.code ?? 'internal'
  if (refusal?.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.ceil(refusal.retryAfterSeconds)))
  }
  if (!reply.hasHeader('x-content-type-options')) {
    reply.headers(UNROUTED_HEADERS)
  }
  return reply
    .code(ERROR_STATUS[code])
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorText(refusal, request.id))
}
