import { DEFAULT_SCOPE, type ProviderEndpoints, type SecretSigner } from '@plinth/contract'

interface ProviderClient {
  /** Part of every identity: a subject is unique for its issuer only. */
  issuer: string
  clientId: string
  /** The private key if there is a signer. */
  clientSecret: string
  /** Shown to people. */
  name: string
  /** The claim that says whether the provider has checked the email address; null if no claim does. */
  verifiedClaim: string | null
  scope: string
  formPost: boolean
  signer: SecretSigner | null
  /** The claim of the ID token that lists the groups of a person; left out where groups give nothing. */
  groupsClaim?: string | undefined
  /** Private addresses that calls to the provider may reach, as host:port. */
  allowed: ReadonlySet<string>
}

/** A provider of OpenID Connect: its metadata names the endpoints, a signed ID token the person. */
export interface DiscoveredProvider extends ProviderClient {
  kind: 'discovery'
}

/** A provider of OAuth 2 without ID tokens: its user info names the person. */
export interface AddressedProvider extends ProviderClient {
  kind: 'addresses'
  endpoints: ProviderEndpoints
}

/** A provider as data, of staff or of app users. */
export type IdentityProvider = DiscoveredProvider | AddressedProvider

type Stored = Pick<ProviderClient, 'issuer' | 'clientId' | 'clientSecret' | 'name' | 'allowed'> &
  Partial<ProviderClient> & { verifiedClaim: string | null; endpoints?: ProviderEndpoints | null }

/** What is stored of a provider, with its opened secret. */
export function toIdentityProvider({ endpoints, ...stored }: Stored): IdentityProvider {
  const client = { scope: DEFAULT_SCOPE, formPost: false, signer: null, ...stored }
  return endpoints ? { ...client, kind: 'addresses', endpoints } : { ...client, kind: 'discovery' }
}
