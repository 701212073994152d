import { OAUTH_SERVICES, type OauthService } from '@plinth/contract'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import type { CredentialData } from '../secret-fields.ts'

/** The fields of an OAuth2 credential, checked. */
export interface OauthSettings {
  tokenUrl: string
  /** Undefined if the client signs in by itself. */
  authorizationUrl: string | undefined
  revocationUrl: string | undefined
  issuer: string | undefined
  clientId: string
  /** Part of the redirect URI of a client that Plinth registered; empty for any other. */
  registration: string
  clientSecret: string
  /** Whether the client's secret is sent in the body instead of a header. */
  sendsSecretInBody: boolean
  scope: string
  /** Of the catalogue. */
  service: OauthService | undefined
  /** Tokens that a person typed in. */
  typed: { accessToken: string; refreshToken: string }
  /** Whether an address is http, which only hosts that the operator lists may have. */
  isInsecure: boolean
}

const refuse = (field: string, message: string, path = `data.${field}`) =>
  invalid([{ path, message }])

/** Parameters of the authorization request that the address must not set by itself. */
const OURS = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
])

function textOf(data: CredentialData, field: string): string {
  const value = data[field] ?? ''
  if (typeof value !== 'string') throw refuse(field, 'This must be a text.')
  return value.trim()
}

/** The address in a field; undefined if it is empty. Throws 422 that names the field, or the given path. */
export function endpointAddress(
  data: CredentialData,
  { field, allowed, path }: { field: string; allowed: ReadonlySet<string>; path?: string },
): URL | undefined {
  const text = textOf(data, field)
  if (text === '') return undefined
  if (!URL.canParse(text)) throw refuse(field, 'This is not an address.', path)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw refuse(field, 'An address cannot have a name, a password or a fragment.', path)
  }
  const named = `${url.hostname.replace(/^\[|\]$/g, '')}:${url.port || 80}`
  if (url.protocol === 'https:' || (url.protocol === 'http:' && allowed.has(named))) return url
  throw refuse(field, 'The address must begin with https://.', path)
}

/** The service of the catalogue that a credential names; undefined for any other. */
export const findService = ({ service }: CredentialData): OauthService | undefined =>
  OAUTH_SERVICES.find(({ id }) => id === service)

/** Checks the fields; throws 422 that names the one to correct. */
export function readOauthSettings(
  data: CredentialData,
  allowed: ReadonlySet<string>,
): OauthSettings {
  const at = (field: string) => endpointAddress(data, { field, allowed })
  const token = at('tokenUrl')
  if (!token) throw refuse('tokenUrl', 'Enter the token endpoint of the service.')
  const authorization = at('authorizationUrl')
  const own = [...(authorization?.searchParams.keys() ?? [])].find((name) => OURS.has(name))
  if (own !== undefined) throw refuse('authorizationUrl', `Remove "${own}" from the address.`)
  const clientId = textOf(data, 'clientId')
  if (clientId === '') throw refuse('clientId', 'Enter the client id that the service gave you.')
  const way = textOf(data, 'clientAuthentication') || 'basic'
  if (way !== 'basic' && way !== 'body') {
    throw refuse('clientAuthentication', 'Enter "basic" or "body".')
  }
  const issuer = at('issuer')
  const revocation = at('revocationUrl')
  const urls = [token, authorization, revocation, issuer]
  return {
    tokenUrl: token.href,
    authorizationUrl: authorization?.href,
    revocationUrl: revocation?.href,
    // Compared as it is written: a parsed address would gain a slash.
    issuer: issuer && textOf(data, 'issuer'),
    clientId,
    registration: textOf(data, 'registration'),
    clientSecret: textOf(data, 'clientSecret'),
    sendsSecretInBody: way === 'body',
    scope: textOf(data, 'scope'),
    service: findService(data),
    typed: {
      accessToken: textOf(data, 'accessToken'),
      refreshToken: textOf(data, 'refreshToken'),
    },
    isInsecure: urls.some((url) => url?.protocol === 'http:'),
  }
}
