import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OidcSettings } from '../../foundation/settings/oidc-settings.ts'
import type { AccountsContext } from '../context.ts'
import { findStoredProvider, providerBinding } from './sso-provider-store.ts'

/** A provider of OpenID Connect, as data. */
export interface IdentityProvider extends OidcSettings {
  /** Private addresses that calls to the provider may reach, as host:port. */
  allowed: ReadonlySet<string>
}

type ProviderContext = Pick<AccountsContext, 'env' | 'db' | 'vault'>

function hostAndPort(address: string): string {
  const { protocol, hostname, port } = new URL(address)
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/**
 * The provider of the settings, or else the one that an admin has set. The operator's own choice of host may be private;
 * an admin's, and hosts that a provider names, may not.
 */
export async function findProvider({
  env,
  db,
  vault,
}: ProviderContext): Promise<IdentityProvider | undefined> {
  const { allowed } = env.egress
  if (env.oidc) return { ...env.oidc, allowed: new Set([...allowed, hostAndPort(env.oidc.issuer)]) }
  const stored = await findStoredProvider(db)
  if (!stored) return undefined
  const { organisationId, sealedSecret, domains, ...provider } = stored
  const clientSecret = vault.open(sealedSecret, providerBinding(organisationId))
  return { ...provider, clientSecret, domains: new Set(domains), allowed }
}

export async function requireProvider(context: ProviderContext): Promise<IdentityProvider> {
  const provider = await findProvider(context)
  if (!provider) {
    throw new ApiError('not_found', 'Single sign-on is not set up. Sign in with your password.')
  }
  return provider
}

/** The page of the console to which providers redirect; it is registered with the provider. */
export const callbackAddress = ({ env }: Pick<AccountsContext, 'env'>) =>
  `${env.baseUrl}/sso/callback`
