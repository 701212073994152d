import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ERROR_STATUS } from '@plinth/contract'
import { errorText, UNROUTED_HEADERS } from './answer-error.ts'
import { ApiError } from './api-error.ts'

function toApiError(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('too_large', 'The headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('bad_request', 'The request did not arrive in time.')
  }
  return new ApiError('bad_request', 'The request is not valid HTTP.')
}

/** Answers requests that the HTTP parser rejects. There is no Fastify request yet, so the response is written to the socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const apiError = toApiError(error.code)
  const body = errorText(apiError, requestId)
  const headers = {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...UNROUTED_HEADERS,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = ERROR_STATUS[apiError.code]
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroy()
  })
}
