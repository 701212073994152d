import { describeCertificateError } from '../../foundation/egress/database-tls.ts'

/** PostgreSQL error codes that help the user to correct the address. */
const REASONS: Record<string, string> = {
  '28P01': 'The database refuses this user or password.',
  '28000': 'The database refuses this user.',
  '3D000': 'There is no database of this name at the address.',
  QUERY_TIMEOUT: 'The database did not answer in time.',
  ANSWER_TOO_LARGE:
    'The database sent far more than it was asked for, so the connection was closed.',
}
const WITHOUT_TLS = /does not support SSL/i

/** Why a database could not be used; never the server's message, which may contain what was sent. */
export function describeConnectionError(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const reason = typeof code === 'string' ? REASONS[code] : undefined
  if (reason) return reason
  const certificate = describeCertificateError(error)
  if (certificate) return certificate
  if (typeof message === 'string' && WITHOUT_TLS.test(message)) {
    return 'The database does not support TLS. If that is intended, add ?sslmode=disable to the address.'
  }
  return 'The database could not be reached with this address.'
}
