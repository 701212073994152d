import { ERROR_STATUS, type ErrorCode, type FieldIssue } from '@plinth/contract'

/** An error that is sent to the caller: a bad request (4xx), or a dependency that is not reachable (503, 504). */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

export const notFound = () => new ApiError('not_found', 'Not found')
export const projectNotFound = () =>
  new ApiError('not_found', 'This project was not found or is not shared with you.')
export const unauthenticated = () => new ApiError('unauthenticated', 'Sign in to go on.')

/** 507 for a disk without room; the operator has to act, so there is no time to try again at. */
export const storageFull = () =>
  new ApiError(
    'storage_full',
    'The disk of this installation is full, so nothing was saved. Reading still works. An operator has to free space.',
  )

/** 422 with one issue per invalid field. */
export function invalid(issues: readonly FieldIssue[]): ApiError {
  const first = issues[0]
  const message = first ? `${first.path || 'The request'}: ${first.message}` : 'Invalid request'
  return new ApiError('invalid', message, { details: issues })
}

/** 409 for an outdated revision; carries both versions, so that the user can choose. */
export function stale(sides: { revision: number; theirs: unknown; yours: unknown }): ApiError {
  return new ApiError('stale', 'Another user saved this first.', { details: sides })
}

/** 409 for a value that must be unique, with the field that holds it. */
export function taken(issue: FieldIssue): ApiError {
  return new ApiError('conflict', issue.message, { details: [issue] })
}
