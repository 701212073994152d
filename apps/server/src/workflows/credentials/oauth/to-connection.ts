import type { CredentialConnection } from '@plinth/contract'
import type { StoredCredential } from '../credential-store.ts'
import { callbackPathOf } from './callback-path.ts'
import type { ShownConnection } from './connection-store.ts'
import { isTokenBound } from './token-bound.ts'

const CHANGED = 'The client or an address of the credential was changed. Connect it again.'
const ENDED = 'The access token has ended, and the service gave no refresh token. Connect it again.'

function reasonOf(
  { data }: StoredCredential,
  row: ShownConnection,
  isPerson: boolean,
): string | undefined {
  if (!isTokenBound(row.bound, data)) return isPerson ? CHANGED : undefined
  if (row.isRefused) return row.failure ?? ENDED
  return isPerson && row.isEnded && !row.hasRefreshToken ? ENDED : undefined
}

const isTyped = ({ data }: StoredCredential) =>
  Boolean(data.accessToken ?? '') || Boolean(data.refreshToken ?? '')

/** How a credential is connected; undefined for other types, and for typed tokens that were never refreshed. */
export function toConnection(
  stored: StoredCredential,
  found: ShownConnection | undefined,
): CredentialConnection | undefined {
  // Connections that were reset stay as empty rows.
  const row = found?.hasToken || found?.failure ? found : undefined
  if (stored.type !== 'oauth2' || (!row && isTyped(stored))) return undefined
  const isPerson = Boolean(stored.data.authorizationUrl ?? '')
  const reason = row && reasonOf(stored, row, isPerson)
  const isBound = row !== undefined && isTokenBound(row.bound, stored.data)
  const isConnected = isBound && row.hasToken
  return {
    redirect_path: callbackPathOf(stored.data) ?? null,
    grant: isPerson ? 'authorization_code' : 'client_credentials',
    state: reason !== undefined ? 'reconnect' : isConnected ? 'connected' : 'none',
    reason: reason ?? row?.failure ?? null,
    account: row?.account ?? null,
    connected_by: row?.connectedBy ?? null,
    connected_at: row?.connectedAt?.toISOString() ?? null,
    expires_at: row?.expiresAt?.toISOString() ?? null,
    renews: row?.hasRefreshToken === true || !isPerson,
    scope: row?.scope ?? null,
    ends_at: isConnected ? (row.endsAt?.toISOString() ?? null) : null,
    ends_soon: isConnected && reason === undefined && row.isEnding,
  }
}
