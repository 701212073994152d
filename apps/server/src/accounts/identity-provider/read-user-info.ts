import { type Configuration, fetchProtectedResource } from 'openid-client'
import type { AddressedProvider } from './identity-provider.ts'

type Claims = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads `a.b` as a claim of that name, or else as the field `b` of the object `a`. */
function claimOf(claims: unknown, name: string | null): unknown {
  if (name === null || !isObject(claims)) return undefined
  if (Object.hasOwn(claims, name)) return claims[name]
  const dot = name.indexOf('.')
  const first = name.slice(0, dot)
  if (dot < 1 || !Object.hasOwn(claims, first)) return undefined
  return claimOf(claims[first], name.slice(dot + 1))
}

/** Numbers above 2^53 are not exact, so that two accounts could have the same one. */
function toSubject(id: unknown): unknown {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : id
}

interface Asked {
  client: Configuration
  accessToken: string
  address: string
}

async function fetchJson({ client, accessToken, address }: Asked): Promise<unknown> {
  const accept = new Headers({ accept: 'application/json' })
  const answer = await fetchProtectedResource(
    client,
    accessToken,
    new URL(address),
    'GET',
    null,
    accept,
  )
  if (answer.status !== 200) {
    throw new Error('the user info is not available', { cause: answer })
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  if (!/^application\/([\w.+-]+\+)?json$/i.test(type.trim())) {
    throw new Error('the user info is not JSON')
  }
  return answer.json()
}

/** The primary address of a list, and whether the provider has checked it. */
function primaryOf({ endpoints, verifiedClaim }: AddressedProvider, list: unknown) {
  if (!Array.isArray(list)) throw new Error('the addresses of the account are not a list')
  const primaries = list.filter(
    (entry) => claimOf(entry, endpoints.emails?.primary ?? null) === true,
  )
  const [primary] = primaries
  // Two primary addresses are no answer to the question which one is the person's.
  if (primaries.length !== 1) return {}
  return {
    email: claimOf(primary, endpoints.claims.email),
    email_verified: claimOf(primary, verifiedClaim),
  }
}

/** Asks a provider without ID tokens who signed in. Returns the claims under their names in OpenID Connect. */
export async function readUserInfo(
  provider: AddressedProvider,
  { client, accessToken }: Pick<Asked, 'client' | 'accessToken'>,
): Promise<Claims & { iss: string }> {
  const { claims: names, emails, userInfo } = provider.endpoints
  const found = await fetchJson({ client, accessToken, address: userInfo })
  if (!isObject(found)) throw new Error('the user info is not an object')
  const address = emails
    ? primaryOf(provider, await fetchJson({ client, accessToken, address: emails.address }))
    : {
        email: claimOf(found, names.email),
        email_verified: claimOf(found, provider.verifiedClaim),
      }
  return {
    iss: provider.issuer,
    sub: toSubject(claimOf(found, names.subject)),
    name: claimOf(found, names.name),
    given_name: claimOf(found, names.givenName),
    family_name: claimOf(found, names.familyName),
    ...address,
  }
}
