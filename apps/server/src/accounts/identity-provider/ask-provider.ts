import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Logger } from 'pino'
import { OutboundError } from '../../foundation/egress/outbound-error.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readGroups } from '../sso-groups/read-groups.ts'
import { CLOCK_TOLERANCE_SECONDS, discoverProvider } from './discover-provider.ts'
import type {
  AddressedProvider,
  DiscoveredProvider,
  IdentityProvider,
} from './identity-provider.ts'
import { readUserInfo } from './read-user-info.ts'
import { deriveValues } from './sso-handle.ts'
import { joinUserInfo, type SsoProfile, toSsoProfile } from './sso-profile.ts'

/** Some providers list the groups only if they are asked for them. */
const scopeOf = ({ scope, groupsClaim }: IdentityProvider, client: Configuration) =>
  groupsClaim !== undefined && client.serverMetadata().scopes_supported?.includes('groups')
    ? `${scope} groups`
    : scope

interface Asked {
  provider: IdentityProvider
  /** A random text of the browser that began; state, nonce and PKCE verifier follow from it. */
  handle: string
  /** The redirect address. Callers with several providers give each its own (RFC 9700 §4.4.2.2). */
  callback: string
}

/** Makes the provider ask the person again, although a session of its own is open. */
const AGAIN = { prompt: 'login', max_age: '0' }

/** Whether the provider did not answer, or answered with a failure of its own. */
function isAway(error: unknown): boolean {
  const { cause, code } = error as { cause?: unknown; code?: string }
  if (error instanceof OutboundError || cause instanceof OutboundError) return true
  return (cause instanceof Response && cause.status >= 500) || code === 'OAUTH_TIMEOUT'
}

/** Whether the provider refused the client ID or the secret, in either form of RFC 6749 §5.2. */
function isWrongClient(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_client'
  return (
    error instanceof WWWAuthenticateChallengeError &&
    error.cause.some(
      ({ scheme, parameters }) => scheme === 'basic' || parameters.error === 'invalid_client',
    )
  )
}

/** The error for the person; the log has the reason for the operator, without tokens. */
function toApiError(error: unknown, { name }: IdentityProvider, log: Logger): ApiError {
  if (error instanceof ApiError) return error
  const { message, code, cause } = error as Error & { code?: string }
  const reason = cause instanceof Error ? cause.message : undefined
  log.warn({ provider: name, code, message, reason }, 'sso: provider answer refused')
  if (isAway(error)) {
    return new ApiError(
      'unavailable',
      `${name} cannot be reached at the moment. Try again later, or sign in another way.`,
    )
  }
  if (error instanceof AuthorizationResponseError) {
    const shown = /^[\w.-]{1,60}$/.test(error.error) ? error.error : 'no reason'
    return new ApiError('unauthenticated', `${name} did not sign you in (${shown}). Try again.`)
  }
  if (isWrongClient(error)) {
    return new ApiError(
      'unauthenticated',
      `${name} does not accept the client ID or secret with which it was set up, so you are not signed in. Tell an admin.`,
    )
  }
  return new ApiError(
    'unauthenticated',
    `The answer of ${name} was not valid, so you are not signed in. Start again from the sign-in page.`,
  )
}

/** The address at the provider where the person signs in. Throws 503 if the provider cannot be reached. */
export async function writeAuthorizationUrl(
  { provider, handle, callback, again = false }: Asked & { again?: boolean },
  log: Logger,
): Promise<string> {
  const { state, nonce, verifier } = deriveValues(handle)
  try {
    // Asked again, so that nobody is sent to a provider that is away.
    const client = await discoverProvider(provider, { isAsked: true })
    const url = buildAuthorizationUrl(client, {
      redirect_uri: callback,
      scope: scopeOf(provider, client),
      state,
      ...(provider.kind === 'discovery' ? { nonce } : {}),
      ...(provider.formPost ? { response_mode: 'form_post' } : {}),
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(again ? AGAIN : {}),
    })
    return url.href
  } catch (error) {
    throw toApiError(error, provider, log)
  }
}

interface Exchanged {
  provider: DiscoveredProvider
  token: IDToken
  accessToken: string
}

/** With one audience the library does not compare it (OpenID Connect Core 1.0 §3.1.3.7, 5). */
function refuseOtherParty({ azp }: IDToken, { clientId }: IdentityProvider): void {
  if (azp !== undefined && azp !== clientId) {
    throw new Error('the ID token was issued to another client')
  }
}

function refuseFuture({ iat }: IDToken): void {
  if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) {
    throw new Error('the ID token was issued in the future')
  }
}

/** Throws unless the provider says that it asked the person after this time. */
function refuseOldSignIn({ auth_time }: IDToken, { since, name }: { since: Date; name: string }) {
  const isNew =
    typeof auth_time === 'number' &&
    auth_time >= Math.floor(since.getTime() / 1000) &&
    auth_time <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS
  if (!isNew) {
    throw new ApiError(
      'unauthenticated',
      `${name} did not say that it asked you again. Use your password or a code.`,
    )
  }
}

/** Adds the user info, for providers whose ID tokens have no address. */
async function addMissingClaims(
  client: Configuration,
  { provider, token, accessToken }: Exchanged,
): Promise<IDToken> {
  if (token.email !== undefined || !client.serverMetadata().userinfo_endpoint) return token
  const userInfo = await fetchUserInfo(client, accessToken, token.sub)
  return joinUserInfo(provider, { token, userInfo })
}

interface Answered {
  client: Configuration
  /** The redirect address with the query of the answer. */
  answered: URL
  handle: string
}

/** Exchanges the code and checks the ID token. */
async function readToken(
  provider: DiscoveredProvider,
  { client, answered, handle, since }: Answered & { since: Date | undefined },
): Promise<Exchanged> {
  const { state, nonce, verifier } = deriveValues(handle)
  const tokens = await authorizationCodeGrant(client, answered, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new Error('the provider sent no ID token')
  refuseFuture(token)
  refuseOtherParty(token, provider)
  if (since) refuseOldSignIn(token, { since, name: provider.name })
  return { provider, token, accessToken: tokens.access_token }
}

/** The profile of a provider without ID tokens. */
async function askUserInfo(
  provider: AddressedProvider,
  { client, answered, handle }: Answered,
): Promise<Omit<SsoProfile, 'groups'>> {
  const { state, verifier } = deriveValues(handle)
  const { access_token: accessToken } = await authorizationCodeGrant(client, answered, {
    expectedState: state,
    pkceCodeVerifier: verifier,
  })
  const claims = await readUserInfo(provider, { client, accessToken })
  return toSsoProfile({ verifiedClaim: 'email_verified' }, claims)
}

/**
 * Checks the provider's answer and exchanges its code. Throws 401 for an answer that is not for this sign-in, or if the
 * provider has not asked the person since the given time. The query may also be the form of a POST.
 */
export async function readProviderAnswer(
  { provider, handle, callback, query, since }: Asked & { query: string; since?: Date },
  log: Logger,
): Promise<SsoProfile> {
  try {
    const client = await discoverProvider(provider)
    const answered = new URL(callback)
    answered.search = query
    if (provider.kind === 'discovery') {
      const exchanged = await readToken(provider, { client, answered, handle, since })
      const claims = await addMissingClaims(client, exchanged)
      const { groupsClaim } = provider
      // Of the ID token only: people may edit what the user info shows.
      const groups =
        groupsClaim === undefined ? null : readGroups(exchanged.token, groupsClaim, log)
      return { ...toSsoProfile(provider, claims), groups }
    }
    if (since) throw new Error('a provider without ID tokens cannot say when it asked the person')
    const profile = await askUserInfo(provider, { client, answered, handle })
    return { ...profile, groups: null }
  } catch (error) {
    throw toApiError(error, provider, log)
  }
}
