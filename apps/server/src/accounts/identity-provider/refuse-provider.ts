import { OutboundError } from '../../foundation/egress/outbound-error.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import { callProvider } from './call-provider.ts'
import { checkProvider } from './discover-provider.ts'
import type { AddressedProvider, IdentityProvider } from './identity-provider.ts'
import { readSigningKey } from './sign-client-secret.ts'

const reasonOf = (error: unknown): string | undefined => {
  const { cause } = error as { cause?: unknown }
  if (error instanceof OutboundError) return error.message
  return cause instanceof OutboundError ? cause.message : undefined
}

function refuseContradiction({ kind, scope, signer, clientSecret }: IdentityProvider): void {
  const asksForToken = scope.split(' ').includes('openid')
  if (kind === 'discovery' && !asksForToken) {
    throw invalid([{ path: 'scope', message: 'needs openid for a provider with discovery' }])
  }
  if (kind === 'addresses' && asksForToken) {
    const message = 'cannot have openid: a provider with ID tokens needs discovery'
    throw invalid([{ path: 'scope', message }])
  }
  if (signer && clientSecret !== '' && !readSigningKey(clientSecret)) {
    const message = 'is not a private key of the curve P-256, such as the file AuthKey_….p8'
    throw invalid([{ path: 'clientSecret', message }])
  }
}

/** Every answer will do: without a code and a token they are errors. */
async function refuseDeafAddresses(provider: AddressedProvider): Promise<void> {
  const { token, userInfo, emails } = provider.endpoints
  const call = callProvider(provider)
  const form = new URLSearchParams({ grant_type: 'authorization_code' })
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const asked = [
    { path: 'token', address: token, method: 'POST', body: form, headers: type },
    { path: 'userInfo', address: userInfo, method: 'GET', body: undefined, headers: {} },
    ...(emails
      ? [{ path: 'emails', address: emails.address, method: 'GET', body: undefined, headers: {} }]
      : []),
  ]
  for (const { path, address, ...sent } of asked) {
    try {
      await call(address, { ...sent, redirect: 'manual' })
    } catch (error) {
      const message = `cannot be used. ${reasonOf(error) ?? 'It gives no answer.'}`
      throw invalid([{ path: `endpoints.${path}`, message }])
    }
  }
}

/** Throws 422 for a provider that does not answer, or whose fields contradict each other. */
export async function refuseProvider(provider: IdentityProvider): Promise<void> {
  refuseContradiction(provider)
  if (provider.kind === 'addresses') return refuseDeafAddresses(provider)
  try {
    await checkProvider(provider)
  } catch (error) {
    const reason =
      reasonOf(error) ?? 'It serves no valid /.well-known/openid-configuration for this issuer.'
    throw invalid([{ path: 'issuer', message: `This provider cannot be used. ${reason}` }])
  }
}
