import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { callProvider } from '../identity-provider/call-provider.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  discoverProvider,
} from '../identity-provider/discover-provider.ts'
import type { IdentityProvider } from '../identity-provider/identity-provider.ts'
import type { Logout } from '../sso/logout-store.ts'

const MAX_AGE_SECONDS = 600
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_KEY_SETS = 20
/** Anybody may send tokens with unknown key ids: each set of keys is fetched at most once in this time. */
const FETCH_MS = 10_000
const KEYS_MS = 60_000

type KeySet = ReturnType<typeof createRemoteJWKSet>
const keySets = new LRUCache<string, KeySet>({ max: MAX_KEY_SETS })

function keysOf(provider: IdentityProvider, address: string): KeySet {
  const known = keySets.get(address)
  if (known) return known
  const call = callProvider(provider)
  const keys = createRemoteJWKSet(new URL(address), {
    cooldownDuration: FETCH_MS,
    cacheMaxAge: KEYS_MS,
    [customFetch]: (url, { headers, method, signal }) =>
      call(url, {
        headers: Object.fromEntries(headers),
        method,
        body: undefined,
        signal,
        redirect: 'manual',
      }),
  })
  keySets.set(address, keys)
  return keys
}

const Text = z.string().min(1).max(255)
const Claims = z.object({
  jti: Text,
  sub: Text.optional(),
  sid: Text.optional(),
  nonce: z.never('has a nonce, as ID tokens have').optional(),
  events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
})

/** Refuses tokens of others before anything is fetched. */
function refuseOthers({ iss, aud }: JWTPayload, { issuer, clientId }: IdentityProvider): void {
  if (iss !== issuer) throw new Error('the token is of another issuer')
  const audience = typeof aud === 'string' ? [aud] : aud
  if (audience?.length !== 1 || audience[0] !== clientId) {
    throw new Error('the token is for another client')
  }
}

const TYPES: ReadonlySet<unknown> = new Set([undefined, 'logout+jwt', 'JWT'])

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6), except whether it was used before. */
export async function readLogoutToken(provider: IdentityProvider, token: string): Promise<Logout> {
  const { issuer, clientId } = provider
  refuseOthers(decodeJwt(token), provider)
  const metadata = (await discoverProvider(provider)).serverMetadata()
  if (metadata.jwks_uri === undefined) throw new Error('the provider publishes no keys')
  const { payload, protectedHeader } = await jwtVerify(token, keysOf(provider, metadata.jwks_uri), {
    issuer,
    audience: clientId,
    algorithms: metadata.id_token_signing_alg_values_supported ?? ['RS256'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
    requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
  })
  if (!TYPES.has(protectedHeader.typ)) throw new Error('the token is of another type')
  if (Number(payload.exp) <= Number(payload.iat))
    throw new Error('the token expires before its issue')
  const { jti, sub = null, sid = null } = Claims.parse(payload)
  if (sub === null && sid === null) throw new Error('the token names neither person nor session')
  return { issuer, clientId, tokenId: jti, subject: sub, sid }
}
