import type { AppProviderSettings } from '@plinth/contract'
import {
  type IdentityProvider,
  toIdentityProvider,
} from '../../accounts/identity-provider/identity-provider.ts'
import type { RowsContext } from '../context.ts'
import {
  type AuthTableId,
  appProviderBinding,
  type ProviderKey,
  type StoredAppProvider,
} from './app-provider-store.ts'

interface NamedProvider {
  readonly label: string
  readonly settings: AppProviderSettings
  readonly clientSecret: string
}

/** The provider as its client needs it. Its addresses may be private only if the operator allows them. */
export function describeClient(
  { env }: Pick<RowsContext, 'env'>,
  { label, settings: { createsAccounts: _, ...settings }, clientSecret }: NamedProvider,
): IdentityProvider {
  return toIdentityProvider({ ...settings, clientSecret, name: label, allowed: env.egress.allowed })
}

/** A stored provider with its secret. */
export function openAppProvider(
  context: Pick<RowsContext, 'env' | 'vault'>,
  stored: StoredAppProvider,
): IdentityProvider {
  const clientSecret = context.vault.open(stored.sealedSecret, appProviderBinding(stored))
  return describeClient(context, { ...stored, clientSecret })
}

export const callbackBase = ({ env }: Pick<RowsContext, 'env'>) => `${env.baseUrl}/user-sign-in`

/** The page to which a provider redirects: each has its own, so that an answer cannot be mixed up with another's. */
export const providerCallback = (
  context: Pick<RowsContext, 'env'>,
  { environmentId, tableId, name }: ProviderKey & AuthTableId,
) => `${callbackBase(context)}/${environmentId}/${tableId}/${name}`
