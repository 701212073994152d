import type { CredentialType } from '@plinth/contract'
import type { Transaction } from '../../../foundation/platform/database.ts'
import type { SealedData } from '../seal-secrets.ts'
import { clearRefreshFailure, dropConnection, findConnection } from './connection-store.ts'
import { isTokenBound } from './token-bound.ts'

const TYPED = new Set(['/accessToken', '/refreshToken'])

/**
 * After a credential was saved: drops tokens that are for another client, endpoint or host, or that typed ones replace.
 * Others stay, and a refresh that was refused is tried again.
 */
export async function keepConnection(
  transaction: Transaction,
  { id, type, sealed }: { id: string; type: CredentialType; sealed: SealedData },
): Promise<void> {
  const row = await findConnection(transaction, id)
  if (!row) return
  const isTyped = sealed.secrets.some(({ field }) => TYPED.has(field))
  if (type === 'oauth2' && !isTyped && isTokenBound(row.bound, sealed.data)) {
    await clearRefreshFailure(transaction, id)
  } else await dropConnection(transaction, id)
}
