import type { WorkflowsContext } from '../../context.ts'
import { selectCredentials } from '../credential-store.ts'
import { openCredential } from '../open-credential.ts'
import { findConnection } from './connection-store.ts'
import { readOauthSettings } from './oauth-settings.ts'
import { revokeToken } from './request-tokens.ts'
import { openToken } from './seal-tokens.ts'
import { isTokenBound } from './token-bound.ts'

/**
 * Reads what a credential needs to revoke its tokens, before it is deleted. The result revokes them (RFC 7009): once, in
 * the background and without an error, so that a service which is away delays nobody.
 */
export async function prepareRevocation(
  context: WorkflowsContext,
  { projectId, id: credentialId }: { projectId: string; id: string },
): Promise<() => void> {
  const nothing = () => undefined
  const row = await findConnection(context.db, credentialId)
  if (!row) return nothing
  const stored = (await selectCredentials(context.db, projectId)).find(
    ({ id }) => id === credentialId,
  )
  if (!stored) return nothing
  const place = { projectId, environmentId: stored.environmentId, credentialId }
  try {
    const credential = await openCredential(context, place)
    // A token goes to no endpoint that was entered after it was issued.
    if (!credential || !isTokenBound(row.bound, credential.data)) return nothing
    const settings = readOauthSettings(credential.data, context.env.egress.allowed)
    const refresh = openToken(context.vault, { place, row, kind: 'refresh' })
    const token = refresh ?? openToken(context.vault, { place, row, kind: 'access' })
    if (settings.revocationUrl === undefined || token === undefined) return nothing
    const kind = refresh === undefined ? 'access_token' : 'refresh_token'
    const service = { settings, allowed: context.env.egress.allowed }
    return () => {
      revokeToken(service, { token, kind }).catch((error: Error) =>
        context.log.warn({ credentialId, reason: error.message }, 'credentials: revocation failed'),
      )
    }
  } catch {
    // Tokens that cannot be opened or settings that are not complete must not keep a credential alive.
    return nothing
  }
}
