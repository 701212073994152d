import type { SsoProvider } from '@plinth/contract'
import {
  type ProviderValues,
  readProvider,
  toSavedShape,
} from '../../state/identity-provider/provider-values.ts'
import type { SavedProvider } from './sso-queries.ts'

export interface SsoValues {
  provider: ProviderValues
  name: string
  /** Separated by commas. */
  domains: string
  ssoOnly: boolean
}

export const readSso = (stored: SsoProvider | null): SsoValues => ({
  provider: readProvider(stored ?? undefined),
  name: stored?.name ?? '',
  domains: stored?.domains.join(', ') ?? '',
  ssoOnly: stored?.ssoOnly ?? false,
})

export const toDomains = (text: string): string[] =>
  text.split(',').flatMap((domain) => domain.trim() || [])

export const toSaved = ({ provider, name, domains, ssoOnly }: SsoValues): SavedProvider => ({
  ...toSavedShape(provider),
  ...{ name: name.trim(), ssoOnly },
  domains: toDomains(domains),
})
