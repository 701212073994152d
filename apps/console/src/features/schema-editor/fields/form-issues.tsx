import type { SchemaIssue } from '@plinth/schema'

/** The validation errors of a form. */
export function FormIssues({
  issues,
}: {
  issues: readonly Pick<SchemaIssue, 'path' | 'message'>[]
}) {
  if (issues.length === 0) return null
  return (
    <ul role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-xs text-danger-text">
      {issues.map(({ path, message }) => (
        <li key={`${path} ${message}`}>{message}</li>
      ))}
    </ul>
  )
}
