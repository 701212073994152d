import {
  type ClientMetadata,
  customFetch,
  dynamicClientRegistration,
  ResponseBodyError,
} from 'openid-client'
import { TokenRefusal, toTokenRefusal } from '../token-refusal.ts'
import { callIssuer } from './call-issuer.ts'
import { type FoundIssuer, insecureFor } from './read-issuer.ts'

const CLIENT_ID = /^[\x20-\x7e]{1,1000}$/
const CLIENT_SECRET = /^[\x20-\x7e]{1,4000}$/

/** How clients sign in, those that are preferred first, with the way that a credential names. */
const WAYS = new Map([
  ['client_secret_basic', 'basic'],
  ['client_secret_post', 'body'],
  ['none', 'basic'],
])

/** The client that a service has registered. */
export interface RegisteredClient {
  clientId: string
  /** Empty for a client without a secret. */
  clientSecret: string
  clientAuthentication: string
}

const refused = (message: string) => new TokenRefusal(message, { isFinal: true })

function wayFor({ url, metadata }: FoundIssuer): string {
  const offered = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const way = [...WAYS.keys()].find((name) => offered.includes(name))
  if (way === undefined) throw refused(`${url.host} offers no sign-in of clients with a secret.`)
  return way
}

/** The answer decides (RFC 7591 §3.2.1), so it must name our redirect URI and a sign-in that Plinth knows. */
function check(
  answer: ClientMetadata,
  { host, redirectUri, asked }: { host: string; redirectUri: string; asked: string },
): RegisteredClient {
  const { client_id: clientId, client_secret: secret = '' } = answer
  if (!CLIENT_ID.test(clientId) || (secret !== '' && !CLIENT_SECRET.test(secret))) {
    throw refused(`${host} registered a client with an id or a secret that is not valid.`)
  }
  const { redirect_uris: uris = [redirectUri], grant_types: grants = ['authorization_code'] } =
    answer
  if (!Array.isArray(uris) || uris.length !== 1 || uris[0] !== redirectUri) {
    throw refused(`${host} registered another redirect URI than that of Plinth.`)
  }
  if (!Array.isArray(grants) || !grants.includes('authorization_code')) {
    throw refused(`${host} registered a client that no person can connect.`)
  }
  const method = answer.token_endpoint_auth_method ?? asked
  const way = WAYS.get(String(method))
  if (way === undefined || (method === 'none') !== (secret === '')) {
    throw refused(`${host} registered a client whose sign-in Plinth does not support.`)
  }
  return { clientId, clientSecret: secret, clientAuthentication: way }
}

function explain(error: unknown, host: string): TokenRefusal {
  const { code } = error as { code?: string }
  const isClosed =
    code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ||
    (error instanceof ResponseBodyError && (error.status === 401 || error.status === 403))
  return isClosed
    ? refused(
        `${host} registers no unknown clients. Register an app there and enter its client id.`,
      )
    : toTokenRefusal(error, host)
}

/** Registers a client (RFC 7591) with an issuer as it was read before. Throws a TokenRefusal. */
export async function requestRegistration(
  found: FoundIssuer,
  {
    redirectUri,
    scope,
    allowed,
  }: { redirectUri: string; scope: string; allowed: ReadonlySet<string> },
): Promise<RegisteredClient> {
  const { url, metadata, registrationUrl } = found
  const { host } = new URL(registrationUrl)
  const asked = wayFor(found)
  const call = callIssuer(allowed)
  const wanted = {
    client_name: 'Plinth',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: asked,
    ...(scope === '' ? {} : { scope }),
  }
  try {
    const client = await dynamicClientRegistration(url, wanted, undefined, {
      // The library would read the metadata again, which may differ from what was checked.
      [customFetch]: async (address, options) =>
        options.method === 'GET' ? Response.json(metadata) : call(address, options),
      execute: insecureFor(url) ?? [],
    })
    return check(client.clientMetadata(), { host, redirectUri, asked })
  } catch (error) {
    throw explain(error, host)
  }
}
