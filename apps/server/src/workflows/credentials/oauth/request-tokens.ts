import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  None,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import { callService } from './call-service.ts'
import type { OauthSettings } from './oauth-settings.ts'
import { TokenRefusal, toTokenRefusal } from './token-refusal.ts'

const MAX_TOKEN_LENGTH = 16_384
const MAX_SCOPE_LENGTH = 4_000
const MAX_LIFE_SECONDS = 10 * 365 * 24 * 3600

/** What a service issued. */
export interface IssuedTokens {
  accessToken: string
  /** Undefined if the service sent none; the one before stays valid then (RFC 6749 §6). */
  refreshToken: string | undefined
  scope: string | undefined
  /** Undefined if the token does not end by itself. */
  lifeSeconds: number | undefined
  /** The life of the refresh token, if the service has said it. */
  refreshLifeSeconds: number | undefined
  account: string | undefined
}

interface Service {
  settings: OauthSettings
  allowed: ReadonlySet<string>
}

const hostOf = ({ tokenUrl }: OauthSettings) => new URL(tokenUrl).host

/** The issuer to expect: the one of the settings, or one on the host where the person signs in (RFC 9207). */
function issuerOf({ issuer, authorizationUrl, tokenUrl }: OauthSettings, offered: string | null) {
  if (issuer !== undefined) return issuer
  const { origin } = new URL(authorizationUrl ?? tokenUrl)
  return offered !== null && URL.canParse(offered) && new URL(offered).origin === origin
    ? offered
    : origin
}

function authenticationOf({ clientSecret, sendsSecretInBody }: OauthSettings) {
  if (clientSecret === '') return None()
  return sendsSecretInBody ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
}

/** The client of a credential, for one call. */
export function openOauthClient(
  { settings, allowed }: Service,
  {
    issuer = null,
    onAccount,
  }: { issuer?: string | null; onAccount?: (name?: string) => void } = {},
): Configuration {
  const client = new Configuration(
    {
      issuer: issuerOf(settings, issuer),
      token_endpoint: settings.tokenUrl,
      // Who enters an issuer expects that answers without one are refused.
      authorization_response_iss_parameter_supported: settings.issuer !== undefined,
      ...(settings.authorizationUrl ? { authorization_endpoint: settings.authorizationUrl } : {}),
      ...(settings.revocationUrl ? { revocation_endpoint: settings.revocationUrl } : {}),
    },
    settings.clientId,
    undefined,
    authenticationOf(settings),
  )
  client[customFetch] = callService(allowed, onAccount)
  if (settings.isInsecure) allowInsecureRequests(client)
  return client
}

type Answer = Awaited<ReturnType<typeof refreshTokenGrant>>

/** The granted scopes; undefined if they have characters that scopes cannot have (RFC 6749 §3.3). */
function scopeOf(scope: unknown): string | undefined {
  if (typeof scope !== 'string' || !/^[\x20-\x7e]*$/.test(scope)) return undefined
  return scope.slice(0, MAX_SCOPE_LENGTH)
}

/** Services name it as a number or as a text; 0 stands for no end. */
function lifeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number(value) : value
  if (typeof seconds !== 'number' || !(seconds > 0)) return undefined
  return Math.min(seconds, MAX_LIFE_SECONDS)
}

function check(answer: Answer, settings: OauthSettings): Omit<IssuedTokens, 'account'> {
  const host = hostOf(settings)
  const { access_token: accessToken, refresh_token: refreshToken, token_type: type } = answer
  if (type !== 'bearer') {
    throw new TokenRefusal(`${host} issued a token that is not a bearer token.`, { isFinal: true })
  }
  const texts = [accessToken, refreshToken ?? '']
  if (texts.some((text) => text.length > MAX_TOKEN_LENGTH)) {
    throw new TokenRefusal(`${host} issued a token that is too long.`, { isFinal: true })
  }
  // A token is sent in a header; other characters could end it (RFC 6750 §2.1).
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new TokenRefusal(`${host} issued a token with characters that are not allowed.`, {
      isFinal: true,
    })
  }
  const life = answer.expires_in ?? settings.service?.lifeSeconds
  return {
    accessToken,
    refreshToken,
    scope: scopeOf(answer.scope),
    lifeSeconds: life === undefined ? undefined : Math.min(life, MAX_LIFE_SECONDS),
    refreshLifeSeconds: lifeOf(answer.refresh_token_expires_in),
  }
}

async function request(
  service: Service,
  { issuer, ask }: { issuer?: string | null; ask: (client: Configuration) => Promise<Answer> },
): Promise<IssuedTokens> {
  const host = hostOf(service.settings)
  let account: string | undefined
  const onAccount = (name?: string) => {
    account = name
  }
  try {
    const client = openOauthClient(service, { issuer: issuer ?? null, onAccount })
    return { ...check(await ask(client), service.settings), account }
  } catch (error) {
    throw toTokenRefusal(error, host)
  }
}

/** Checks the answer to an authorization request and exchanges its code. Throws a TokenRefusal. */
export function exchangeCode(
  service: Service,
  { answered, state, verifier }: { answered: URL; state: string; verifier: string },
): Promise<IssuedTokens> {
  const checks = { expectedState: state, pkceCodeVerifier: verifier }
  return request(service, {
    issuer: answered.searchParams.get('iss'),
    ask: (client) => authorizationCodeGrant(client, answered, checks),
  })
}

/** Throws a TokenRefusal. */
export function refreshTokens(service: Service, refreshToken: string): Promise<IssuedTokens> {
  return request(service, { ask: (client) => refreshTokenGrant(client, refreshToken) })
}

/** Throws a TokenRefusal. */
export function requestClientToken(service: Service): Promise<IssuedTokens> {
  const { scope } = service.settings
  return request(service, {
    ask: (client) => clientCredentialsGrant(client, scope === '' ? {} : { scope }),
  })
}

/** Revokes a token (RFC 7009). Throws a TokenRefusal. */
export async function revokeToken(
  service: Service,
  { token, kind }: { token: string; kind: 'access_token' | 'refresh_token' },
): Promise<void> {
  try {
    await tokenRevocation(openOauthClient(service), token, { token_type_hint: kind })
  } catch (error) {
    throw toTokenRefusal(error, hostOf(service.settings))
  }
}
