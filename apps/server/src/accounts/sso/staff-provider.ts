import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OidcSettings } from '../../foundation/settings/oidc-settings.ts'
import type { AccountsContext } from '../context.ts'
import {
  type IdentityProvider,
  toIdentityProvider,
} from '../identity-provider/identity-provider.ts'
import { findGroupClaim } from '../sso-groups/group-policy-store.ts'
import { findStoredProvider, providerBinding } from './sso-provider-store.ts'

/** The provider of staff, and whom it lets in. */
export type StaffProvider = IdentityProvider & Pick<OidcSettings, 'domains' | 'ssoOnly'>

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
}: ProviderContext): Promise<StaffProvider | undefined> {
  const { allowed } = env.egress
  if (env.oidc) {
    const { domains, ssoOnly, adminGroup: _group, ...set } = env.oidc
    const withHost = new Set([...allowed, hostAndPort(set.issuer)])
    return { ...toIdentityProvider({ ...set, allowed: withHost }), domains, ssoOnly }
  }
  const stored = await findStoredProvider(db)
  if (!stored) return undefined
  const { organisationId, sealedSecret, domains, ssoOnly, ...provider } = stored
  const clientSecret = vault.open(sealedSecret, providerBinding(organisationId))
  const groupsClaim = await findGroupClaim(db)
  const opened = toIdentityProvider({ ...provider, clientSecret, allowed, groupsClaim })
  return { ...opened, domains: new Set(domains), ssoOnly }
}

export async function requireProvider(context: ProviderContext): Promise<StaffProvider> {
  const provider = await findProvider(context)
  if (!provider) {
    throw new ApiError('not_found', 'Single sign-on is not set up. Sign in with your password.')
  }
  return provider
}

/** The page of the console to which providers redirect; it is registered with the provider. */
export const callbackAddress = ({ env }: Pick<AccountsContext, 'env'>) =>
  `${env.baseUrl}/sso/callback`
