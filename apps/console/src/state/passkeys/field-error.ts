import { ApiError } from '@plinth/client'

/** The error of the password field, or else the one of the whole form. */
export function splitError(error: Error | null): { field?: string; form?: string } {
  if (error === null) return {}
  const issues = error instanceof ApiError && Array.isArray(error.details) ? error.details : []
  const issue = issues[0]
  if (issue?.path === 'currentPassword') return { field: issue.message }
  return { form: issue?.message ?? error.message }
}
