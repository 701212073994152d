/**
 * Whether the mail server refused a mail for good (5xx), so that a retry is useless. A refused login is not: the operator
 * corrects it.
 */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH'
}
