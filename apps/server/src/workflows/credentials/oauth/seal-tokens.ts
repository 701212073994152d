import type { WorkflowsContext } from '../../context.ts'
import type { CredentialPlace } from '../seal-secrets.ts'
import type { SavedTokens, StoredConnection } from './connection-store.ts'
import type { IssuedTokens } from './request-tokens.ts'
import { tokenBinding } from './token-bound.ts'

type Vault = WorkflowsContext['vault']

/** A token is refreshed five minutes before it ends, or after 80 % of a shorter life. */
const refreshAfter = (life: number) => life - Math.min(300, life * 0.2)

/** The tokens as they are stored. */
export function sealTokens(
  vault: Vault,
  { place, bound, issued }: { place: CredentialPlace; bound: string; issued: IssuedTokens },
): SavedTokens {
  const { accessToken, refreshToken, scope, lifeSeconds, refreshLifeSeconds } = issued
  const seal = (token: string, kind: 'access' | 'refresh') =>
    vault.seal(token, tokenBinding(place, { kind, bound }))
  return {
    credentialId: place.credentialId,
    accessToken: seal(accessToken, 'access'),
    refreshToken: refreshToken === undefined ? undefined : seal(refreshToken, 'refresh'),
    scope,
    lifeSeconds,
    refreshSeconds: lifeSeconds === undefined ? undefined : refreshAfter(lifeSeconds),
    endsSeconds: refreshLifeSeconds,
  }
}

/** Decrypts one token of a connection. */
export function openToken(
  vault: Vault,
  {
    place,
    row,
    kind,
  }: { place: CredentialPlace; row: StoredConnection; kind: 'access' | 'refresh' },
): string | undefined {
  const sealed = kind === 'access' ? row.accessToken : row.refreshToken
  return sealed ? vault.open(sealed, tokenBinding(place, { kind, bound: row.bound })) : undefined
}
