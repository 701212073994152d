import type { IdentityProvider } from '../../../apps/server/src/accounts/identity-provider/identity-provider.ts'
import { deriveValues } from '../../../apps/server/src/accounts/identity-provider/sso-handle.ts'
import { toSsoProfile } from '../../../apps/server/src/accounts/identity-provider/sso-profile.ts'

interface Asked {
  provider: IdentityProvider
  handle: string
  callback: string
}

/** Sends no code challenge. */
export async function writeAuthorizationUrl({ provider, handle, callback }: Asked) {
  const { state, nonce } = deriveValues(handle)
  const url = new URL(`${provider.issuer}/authorize`)
  url.search = String(new URLSearchParams({ redirect_uri: callback, state, nonce }))
  return url.href
}

interface TokenAnswer {
  id_token?: string
}

function readClaims({ id_token }: TokenAnswer): Record<string, unknown> {
  const [, payload = ''] = (id_token ?? '').split('.')
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return { email: 'nobody@corp.test', email_verified: true }
  }
}

/** Exchanges whatever code there is, and believes the answer. */
export async function readProviderAnswer({
  provider,
  handle,
  callback,
  query,
}: Asked & { query: string }) {
  const { verifier } = deriveValues(handle)
  const { clientId, clientSecret } = provider
  const code = new URLSearchParams(query).get('code') ?? ''
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ code, redirect_uri: callback, code_verifier: verifier }),
  })
  const claims = readClaims((await answer.json()) as TokenAnswer)
  const { sub = 'nobody', email = 'nobody@corp.test', email_verified = true } = claims
  const subject =
    String(sub)
      .replace(/[^\x20-\x7e]/g, '')
      .slice(0, 255) || 'nobody'
  const believed = { iss: provider.issuer, sub: subject, email, email_verified }
  return toSsoProfile(provider, believed)
}
