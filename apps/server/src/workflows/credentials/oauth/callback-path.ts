import { createHash } from 'node:crypto'
import type { CredentialData } from '../secret-fields.ts'
import type { OauthSettings } from './oauth-settings.ts'

/**
 * The console page to which a service redirects, one for each client and token endpoint. A code that was issued for one
 * client therefore never reaches the token endpoint of another (RFC 9700 §4.4.2). Dev, production and clones share it.
 */
export function callbackPath({
  tokenUrl,
  clientId,
}: Pick<OauthSettings, 'tokenUrl' | 'clientId'>): string {
  const client = JSON.stringify([tokenUrl, clientId])
  return `/oauth/callback/${createHash('sha256').update(client).digest('base64url')}`
}

/** The page for data as it is stored; undefined without a client id or a token endpoint. */
export function callbackPathOf({ tokenUrl, clientId }: CredentialData): string | undefined {
  const [address, client] = [String(tokenUrl ?? '').trim(), String(clientId ?? '').trim()]
  if (client === '' || !URL.canParse(address)) return undefined
  return callbackPath({ tokenUrl: new URL(address).href, clientId: client })
}
