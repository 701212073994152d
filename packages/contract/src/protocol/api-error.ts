import * as z from 'zod'

/** All error codes with their HTTP status. A new situation gets a new message, not a new code. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  reauthenticate: 403,
  project_read_only: 403,
  project_suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 409,
  blocked: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const ErrorEnvelope = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  }),
})
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** One invalid field in an `invalid` error. */
export const FieldIssue = z.object({ path: z.string(), message: z.string() })
export type FieldIssue = z.infer<typeof FieldIssue>
