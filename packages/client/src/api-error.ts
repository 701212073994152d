import type { ErrorCode, ErrorEnvelope } from './protocol/wire-types.ts'

/** An error response of the server; `message` can be shown to users. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: unknown
  readonly requestId: string

  constructor(status: number, envelope: ErrorEnvelope) {
    super(envelope.error.message)
    this.name = 'ApiError'
    this.status = status
    this.code = envelope.error.code
    this.details = envelope.error.details
    this.requestId = envelope.error.requestId
  }
}

/**
 * A call without an answer of the server: `ERR_NETWORK` (in Node the system's code, such as `ECONNREFUSED`),
 * `ERR_CANCELED` after an abort, `ECONNABORTED` after a timeout, `ERR_BAD_REQUEST` for an unsupported scheme,
 * `ERR_NOT_SUPPORT` where a page cannot use passkeys,
 * `ERR_BAD_RESPONSE` for an answer that is not the server's, such as a proxy's error page.
 */
export class RequestError extends Error {
  readonly code: string
  /** Of an answer that is not the server's. */
  readonly status: number | undefined

  constructor(
    message: string,
    { code, status, cause }: { code: string; status?: number; cause?: unknown },
  ) {
    super(message, { cause })
    this.name = 'RequestError'
    this.code = code
    this.status = status
  }
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  return typeof body === 'object' && body !== null && 'error' in body
}

/** The error of an unsuccessful answer; a body that is not the server's results in a {@link RequestError}. */
export function errorOf(status: number, body: unknown): ApiError | RequestError {
  if (isEnvelope(body)) return new ApiError(status, body)
  const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE'
  return new RequestError(`Request failed with status code ${status}`, { code, status })
}
