import {
  allowInsecureRequests,
  ClientSecretBasic,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
} from 'openid-client'
import { callProvider } from '../../../apps/server/src/accounts/identity-provider/call-provider.ts'
import type { IdentityProvider } from '../../../apps/server/src/accounts/identity-provider/identity-provider.ts'

export const CLOCK_TOLERANCE_SECONDS = 60

/** Accepts every algorithm that the provider lists, and checks no signature. */
export function discoverProvider(provider: IdentityProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  return discovery(new URL(issuer), clientId, metadata, ClientSecretBasic(clientSecret), {
    [customFetch]: callProvider(provider),
    execute: [allowInsecureRequests],
  })
}

export const checkProvider = async (): Promise<void> => undefined
