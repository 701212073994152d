import { ERROR_STATUS, type ErrorCode, type FieldIssue } from '@plinth/contract'

/** The caller's fault, or a part of the world that is not there: an answer, not a bug. */
export class Refusal extends Error {
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

export const notFound = () => new Refusal('not_found', 'Not found')
export const projectNotFound = () =>
  new Refusal('not_found', 'This project was not found or is not shared with you.')
export const unauthenticated = () => new Refusal('unauthenticated', 'Sign in to go on.')

/** Fields that cannot be taken as they are, each with its path. */
export function invalid(issues: readonly FieldIssue[]): Refusal {
  const first = issues[0]
  const message = first ? `${first.path || 'The request'}: ${first.message}` : 'Invalid request'
  return new Refusal('invalid', message, { details: issues })
}

/** Somebody else saved first: both sides, so that a person can choose. */
export function stale(sides: { revision: number; theirs: unknown; yours: unknown }): Refusal {
  return new Refusal('stale', 'Somebody else saved this first.', { details: sides })
}

/** A value that has to be the only one of its kind, with the field it came from. */
export function taken(issue: FieldIssue): Refusal {
  return new Refusal('conflict', issue.message, { details: [issue] })
}
