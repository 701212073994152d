import {
  allowInsecureRequests,
  customFetch,
  type DiscoveryRequestOptions,
  discovery,
  type ServerMetadata,
} from 'openid-client'
import { ApiError, invalid } from '../../../../foundation/http/errors/api-error.ts'
import { endpointAddress } from '../oauth-settings.ts'
import { TokenRefusal, toTokenRefusal } from '../token-refusal.ts'
import { callIssuer } from './call-issuer.ts'

const METADATA = /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/

/** An issuer and its metadata, as far as a registration needs them. All addresses may be called. */
export interface FoundIssuer {
  url: URL
  metadata: ServerMetadata
  authorizationUrl: string
  tokenUrl: string
  /** Empty if it has none. */
  revocationUrl: string
  registrationUrl: string
  /** Empty unless its answers name it (RFC 9207). */
  issuer: string
}

type Allowed = ReadonlySet<string>

/** The issuer that a person typed, also as the address of its metadata. Throws 422. */
export function issuerUrl(text: string, allowed: Allowed): URL {
  const url = endpointAddress({ issuer: text }, { field: 'issuer', allowed, path: 'issuer' })
  if (!url) throw invalid([{ path: 'issuer', message: 'Enter the address of the service.' }])
  const [, before, after = ''] = METADATA.exec(url.pathname) ?? []
  if (before !== undefined) url.pathname = `${before}${after}`
  return url
}

/** What `http:` addresses need, which only hosts that the operator lists may have. */
export const insecureFor = (url: URL): DiscoveryRequestOptions['execute'] =>
  url.protocol === 'http:' ? [allowInsecureRequests] : []

async function discover(url: URL, allowed: Allowed): Promise<ServerMetadata> {
  const ask = async (algorithm: 'oidc' | 'oauth2') => {
    const found = await discovery(url, 'none', undefined, undefined, {
      algorithm,
      [customFetch]: callIssuer(allowed),
      execute: insecureFor(url) ?? [],
    })
    return { ...found.serverMetadata() } as ServerMetadata
  }
  try {
    return await ask('oidc')
  } catch (error) {
    // Servers without OpenID Connect publish it at another address (RFC 8414 §3).
    const { cause } = error as { cause?: unknown }
    if (cause instanceof Response && cause.status === 404) return ask('oauth2')
    throw error
  }
}

const refused = (message: string) => new TokenRefusal(message, { isFinal: true })

/** Checks an address of the metadata; empty if it may be missing. */
function endpointOf(
  { host }: URL,
  { metadata, name, allowed }: { metadata: ServerMetadata; name: string; allowed: Allowed },
): string {
  const value = metadata[name]
  try {
    const text = typeof value === 'string' ? value : ''
    return endpointAddress({ [name]: text }, { field: name, allowed })?.href ?? ''
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw refused(`${host} names a ${name} that is not an address with https://.`)
  }
}

/** Reads what a service publishes about itself. Throws a TokenRefusal if it offers no registration. */
export async function readIssuer(url: URL, allowed: Allowed): Promise<FoundIssuer> {
  const { host } = url
  const metadata = await discover(url, allowed).catch((error) => {
    throw toTokenRefusal(error, host)
  })
  // The library accepts the templates of Microsoft, which stand for every tenant.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== url.href) {
    throw refused(`${host} names another issuer than the address that you entered.`)
  }
  const at = (name: string) => endpointOf(url, { metadata, name, allowed })
  const [registrationUrl, authorizationUrl, tokenUrl] = [
    at('registration_endpoint'),
    at('authorization_endpoint'),
    at('token_endpoint'),
  ]
  if (registrationUrl === '' || authorizationUrl === '' || tokenUrl === '') {
    throw refused(`${host} offers no registration. Register an app there and enter its client id.`)
  }
  const challenges = metadata.code_challenge_methods_supported
  if (challenges !== undefined && !challenges.includes('S256')) {
    throw refused(`${host} does not support PKCE with S256, which Plinth needs.`)
  }
  const namesItself = metadata.authorization_response_iss_parameter_supported === true
  return {
    url,
    metadata,
    authorizationUrl,
    tokenUrl,
    revocationUrl: at('revocation_endpoint'),
    registrationUrl,
    issuer: namesItself ? metadata.issuer : '',
  }
}
