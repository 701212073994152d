const SECRET_NAMES =
  /^(authorization|proxy-authorization|cookie)$|(^|[-_])(api[-_]?key|token|secret|password|signature)($|[-_])/i

/** Whether a header or query entry holds a secret as plain text; constants and expressions are not stored as text. */
export function looksSecret(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '' || value.includes('{{')) return false
  return SECRET_NAMES.test(name.trim())
}
