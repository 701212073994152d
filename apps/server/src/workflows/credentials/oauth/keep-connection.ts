import type { CredentialType } from '@plinth/contract'
import type { Transaction } from '../../../foundation/platform/database.ts'
import type { StoredCredential } from '../credential-store.ts'
import { mayKeep, type SealedData } from '../seal-secrets.ts'
import { clearRefreshFailure, findConnection, resetConnection } from './connection-store.ts'
import { isTokenBound, tokenBound } from './token-bound.ts'

const TYPED = new Set(['/accessToken', '/refreshToken'])

/**
 * After a credential was saved: drops tokens that are for another client, endpoint or host, or that typed ones replace.
 * Others stay, and a refresh that was refused is tried again.
 */
export async function keepConnection(
  transaction: Transaction,
  { before, type, sealed }: { before: StoredCredential; type: CredentialType; sealed: SealedData },
): Promise<void> {
  const { id } = before
  const { data } = sealed
  const row = await findConnection(transaction, id)
  if (!row) return
  const isTyped = sealed.secrets.some(({ field }) => TYPED.has(field))
  // Hosts that were removed since the tokens were issued are new again when they are added.
  const isSame = mayKeep({ type, data, before }) && isTokenBound(row.bound, data)
  if (type === 'oauth2' && !isTyped && isSame) await clearRefreshFailure(transaction, id)
  else await resetConnection(transaction, { credentialId: id, bound: tokenBound(data) })
}
