import { isIP } from 'node:net'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'

/** The console as passkeys know it: they are made for its host name and answer to its origin only. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Throws 409 if browsers offer no passkeys at the address of this server. */
export function relyingPartyOf({ env }: Pick<AccountsContext, 'env'>): RelyingParty {
  const { hostname, protocol, origin } = new URL(env.baseUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  if (isAddress || (protocol !== 'https:' && hostname !== 'localhost')) {
    throw new ApiError(
      'conflict',
      `Passkeys need https and a host name, and the address of this server is ${origin}. Ask the operator to set PLINTH_BASE_URL.`,
    )
  }
  return { id: hostname, origin }
}
