import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import { callProvider } from './call-provider.ts'
import type {
  AddressedProvider,
  DiscoveredProvider,
  IdentityProvider,
} from './identity-provider.ts'
import { signClientSecret } from './sign-client-secret.ts'

/** Signatures with a public key. `none` and those with a shared secret (HS256 and others) are refused. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
]
export const CLOCK_TOLERANCE_SECONDS = 60
const MAX_PROVIDERS = 20
const METADATA_MS = 300_000

const isInsecure = (issuer: string) => issuer.startsWith('http:')

async function fetchMetadata(provider: DiscoveredProvider): Promise<ServerMetadata> {
  const { issuer, clientId } = provider
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    [customFetch]: callProvider(provider),
    execute: isInsecure(issuer) ? [allowInsecureRequests] : [],
  })
  const offered: ServerMetadata = found.serverMetadata()
  // The library accepts the templates of Microsoft, which stand for every tenant.
  if (offered.issuer !== issuer) throw new Error('the provider names itself another issuer')
  const algorithms = offered.id_token_signing_alg_values_supported ?? ['RS256']
  return {
    ...offered,
    id_token_signing_alg_values_supported: algorithms.filter((name) => ALGORITHMS.includes(name)),
  }
}

/** Reads what a provider publishes, past the cache; throws if it does not answer as this issuer. */
export async function checkProvider(provider: DiscoveredProvider): Promise<void> {
  await fetchMetadata(provider)
}

const known = new LRUCache<string, ServerMetadata, DiscoveredProvider>({
  max: MAX_PROVIDERS,
  ttl: METADATA_MS,
  fetchMethod: (_key, _stale, { context }) => fetchMetadata(context),
})

const keyOf = ({ issuer, clientId }: IdentityProvider) => JSON.stringify([issuer, clientId])

function metadataOf({ issuer, endpoints }: AddressedProvider): ServerMetadata {
  const { authorization, token, authentication } = endpoints
  return {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    token_endpoint_auth_methods_supported: [`client_secret_${authentication}`],
  }
}

function authenticationOf(provider: IdentityProvider, metadata: ServerMetadata): ClientAuth {
  const { signer, clientSecret } = provider
  if (signer) return ClientSecretPost(signClientSecret({ ...provider, signer }))
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? ClientSecretBasic(clientSecret)
    : ClientSecretPost(clientSecret)
}

/**
 * The client of a provider. What the provider publishes about itself is cached for five minutes; its keys are not, so
 * that a key that it has just replaced works, and one that it has withdrawn does not. `isAsked` asks it again, so that
 * this throws while it is away; concurrent callers share one call.
 */
export async function discoverProvider(
  provider: IdentityProvider,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<Configuration> {
  const metadata =
    provider.kind === 'addresses'
      ? metadataOf(provider)
      : await known.forceFetch(keyOf(provider), { context: provider, forceRefresh: isAsked })
  const client = new Configuration(
    metadata,
    provider.clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticationOf(provider, metadata),
  )
  client[customFetch] = callProvider(provider)
  enableNonRepudiationChecks(client)
  const used = provider.kind === 'addresses' ? provider.endpoints.token : provider.issuer
  if (isInsecure(used)) allowInsecureRequests(client)
  return client
}
