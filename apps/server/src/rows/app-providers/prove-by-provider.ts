import { createHash } from 'node:crypto'
import type { SsoProfile } from '../../accounts/identity-provider/sso-profile.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import { findAppProvider, type StoredAppProvider } from './app-provider-store.ts'
import { takeProviderTicket } from './provider-sign-in-store.ts'

export const refuseTicket = () =>
  new ApiError(
    'unauthenticated',
    'This sign-in was used, is too old or was started elsewhere. Start again in the app.',
  )

interface ProvedPerson {
  readonly provider: StoredAppProvider
  readonly profile: SsoProfile
}

/**
 * Consumes a ticket, also with a wrong verifier: only the app that began the sign-in has the right one. Throws 401 for a
 * ticket of another purpose or user, and if the provider was changed or removed meanwhile.
 */
export async function proveByProvider(
  { context, environment, table }: RowRequest,
  { ticket, verifier, linksUser }: { ticket: string; verifier: string; linksUser: string | null },
): Promise<ProvedPerson> {
  const key = { environmentId: environment.id, tableId: table.id }
  const used = await takeProviderTicket(context.db, { ...key, ticketHash: hashToken(ticket) })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (!used || used.challenge !== challenge || used.linksUser !== linksUser) throw refuseTicket()
  const provider = await findAppProvider(context.db, { ...key, name: used.provider })
  const { issuer, clientId } = provider?.settings ?? {}
  if (!provider || issuer !== used.profile.issuer || clientId !== used.clientId)
    throw refuseTicket()
  return { provider, profile: used.profile }
}
