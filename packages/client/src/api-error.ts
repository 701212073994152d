import type { ErrorCode, ErrorEnvelope } from '@plinth/contract'

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
