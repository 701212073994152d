import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OidcSettings } from '../../foundation/settings/oidc-settings.ts'
import type { AccountsContext } from '../context.ts'

/** A provider of OpenID Connect, as data. */
export interface IdentityProvider extends OidcSettings {
  /** Private addresses that calls to the provider may reach, as host:port. */
  allowed: ReadonlySet<string>
}

function hostAndPort(address: string): string {
  const { protocol, hostname, port } = new URL(address)
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** The provider of the settings. Its own host may be private, because the operator named it; others that it names may not. */
export function findProvider({ env }: Pick<AccountsContext, 'env'>): IdentityProvider | undefined {
  if (!env.oidc) return undefined
  return { ...env.oidc, allowed: new Set([...env.egress.allowed, hostAndPort(env.oidc.issuer)]) }
}

export function requireProvider(context: Pick<AccountsContext, 'env'>): IdentityProvider {
  const provider = findProvider(context)
  if (!provider) {
    throw new ApiError('not_found', 'Single sign-on is not set up. Sign in with your password.')
  }
  return provider
}

/** The page of the console to which providers redirect; it is registered with the provider. */
export const callbackAddress = ({ env }: Pick<AccountsContext, 'env'>) =>
  `${env.baseUrl}/sso/callback`
