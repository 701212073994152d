import { createHash } from 'node:crypto'
import type { CredentialData } from '../secret-fields.ts'
import type { OauthSettings } from './oauth-settings.ts'

type Client = Pick<OauthSettings, 'tokenUrl' | 'clientId'> & { registration?: string }

/**
 * The console page to which a service redirects, one for each client and token endpoint. A code that was issued for one
 * client therefore never reaches the token endpoint of another (RFC 9700 §4.4.2). Dev, production and clones share it.
 * A client that Plinth registered has a random text in place of its id, which the service assigns only with the answer.
 */
export function callbackPath({ tokenUrl, clientId, registration = '' }: Client): string {
  const named = registration === '' ? [tokenUrl, clientId] : [tokenUrl, 'registered', registration]
  const client = JSON.stringify(named)
  return `/oauth/callback/${createHash('sha256').update(client).digest('base64url')}`
}

/** The page for data as it is stored; undefined without a client id or a token endpoint. */
export function callbackPathOf(data: CredentialData): string | undefined {
  const { tokenUrl, clientId, registration } = data
  const [address, client] = [String(tokenUrl ?? '').trim(), String(clientId ?? '').trim()]
  if (client === '' || !URL.canParse(address)) return undefined
  return callbackPath({
    tokenUrl: new URL(address).href,
    clientId: client,
    registration: String(registration ?? '').trim(),
  })
}
