import { ApiError } from '@plinth/client'
import type { FieldIssue } from '@plinth/contract'

/** The server's message about the new password; undefined for other errors. */
export function passwordIssue(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return undefined
  if (!Array.isArray(error.details)) return undefined
  const issues: FieldIssue[] = error.details
  return issues.find((issue) => issue.path.endsWith('password'))?.message
}
