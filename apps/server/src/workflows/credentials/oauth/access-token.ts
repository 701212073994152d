import { setTimeout as pause } from 'node:timers/promises'
import type { WorkflowsContext } from '../../context.ts'
import type { OpenCredential } from '../open-credential.ts'
import type { CredentialPlace } from '../seal-secrets.ts'
import {
  ensureConnection,
  findConnection,
  leaseConnection,
  type StoredConnection,
  saveRefreshed,
  saveRefreshFailure,
} from './connection-store.ts'
import { type OauthSettings, readOauthSettings } from './oauth-settings.ts'
import { type IssuedTokens, refreshTokens, requestClientToken } from './request-tokens.ts'
import { openToken, sealTokens } from './seal-tokens.ts'
import { isTokenBound, tokenBound } from './token-bound.ts'
import { TokenRefusal } from './token-refusal.ts'

export type TokenContext = Pick<WorkflowsContext, 'db' | 'vault' | 'env' | 'log'>

const RETRY_SECONDS = 30
/** How long a caller waits for the process that refreshes. */
const WAIT_MS = 40_000
const POLL_MS = 100

interface Asked {
  place: CredentialPlace
  credential: OpenCredential
  settings: OauthSettings
}

const refused = (message: string) => new TokenRefusal(message, { isFinal: true })

const NOT_CONNECTED = 'The credential is not connected. Connect it, or enter a refresh token.'
const NO_REFRESH_TOKEN =
  'The access token has ended, and the service gave no refresh token. Connect the credential again.'

/** How a new token can be had; undefined if a person must connect. */
function wayToRenew(
  { vault }: TokenContext,
  { place, settings }: Asked,
  row: StoredConnection,
): ((service: Parameters<typeof requestClientToken>[0]) => Promise<IssuedTokens>) | undefined {
  const refreshToken =
    openToken(vault, { place, row, kind: 'refresh' }) ?? settings.typed.refreshToken
  if (refreshToken !== '') return (service) => refreshTokens(service, refreshToken)
  return settings.authorizationUrl === undefined ? requestClientToken : undefined
}

/**
 * Refreshes with the lease held; undefined if that failed or another one was faster. No database connection is held during the call; the result is one statement, so that
 * little can be lost between the answer and its commit.
 */
async function renew(
  context: TokenContext,
  asked: Asked,
  { row, ask }: { row: StoredConnection; ask: NonNullable<ReturnType<typeof wayToRenew>> },
): Promise<string | undefined> {
  const { db, vault, env, log } = context
  const { place, settings } = asked
  const { credentialId } = place
  const { generation, bound } = row
  try {
    const issued = await ask({ settings, allowed: env.egress.allowed })
    const sealed = sealTokens(vault, { place, bound, issued })
    const isSaved = await saveRefreshed(db, { ...sealed, generation })
    return isSaved ? issued.accessToken : undefined
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error
    const { message, isFinal } = error
    log.warn({ credentialId, isFinal, reason: message }, 'credentials: token refresh failed')
    const failed = { credentialId, generation, failure: message, isFinal }
    await saveRefreshFailure(db, { ...failed, retrySeconds: RETRY_SECONDS })
    return undefined
  }
}

/** One look at the connection: the token, or undefined after something was done or waited for. */
async function attempt(context: TokenContext, asked: Asked): Promise<string | undefined> {
  const { db, vault } = context
  const { place, credential, settings } = asked
  const { credentialId } = place
  const row = await findConnection(db, credentialId)
  const isBound = row !== undefined && isTokenBound(row.bound, credential.data)
  const { accessToken, refreshToken } = settings.typed
  const isOwn = isBound && row.accessToken !== null
  if (!isOwn && accessToken !== '' && refreshToken === '') return accessToken
  if (!isBound) {
    if (settings.authorizationUrl !== undefined && refreshToken === '') throw refused(NOT_CONNECTED)
    await ensureConnection(db, { credentialId, bound: tokenBound(credential.data) })
    return undefined
  }
  const token = row.isValid ? openToken(vault, { place, row, kind: 'access' }) : undefined
  if (token !== undefined && (!row.isDue || row.isResting || row.isRefused)) return token
  if (row.isRefused) throw refused(row.failure ?? NOT_CONNECTED)
  const ask = wayToRenew(context, asked, row)
  if (!ask) {
    if (token !== undefined) return token
    throw refused(row.accessToken ? NO_REFRESH_TOKEN : NOT_CONNECTED)
  }
  if (row.isResting) throw new TokenRefusal(row.failure ?? '', { isFinal: false })
  if (await leaseConnection(db, row)) return renew(context, asked, { row, ask })
  // Another process refreshes: the old token is good for a while.
  if (token === undefined) await pause(POLL_MS)
  return token
}

async function waitForToken(context: TokenContext, asked: Asked): Promise<string> {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until) {
    const token = await attempt(context, asked)
    if (token !== undefined) return token
  }
  throw new TokenRefusal('The access token could not be refreshed in time.', { isFinal: false })
}

/** Requests of this process that wait for the same token. */
const waiting = new Map<string, Promise<string>>()

/**
 * The access token of an OAuth2 credential. Refreshes it if it ends soon: one process at a time, and once for all that
 * wait. Throws a TokenRefusal, or 422 for settings that are not complete.
 */
export function accessTokenOf(
  context: TokenContext,
  { place, credential }: { place: CredentialPlace; credential: OpenCredential },
): Promise<string> {
  const settings = readOauthSettings(credential.data, context.env.egress.allowed)
  // With the hosts: a credential that may be sent elsewhere gets no token that was issued for fewer hosts.
  const key = `${place.credentialId} ${tokenBound(credential.data)}`
  const found = waiting.get(key)
  if (found) return found
  const token = waitForToken(context, { place, credential, settings }).finally(() =>
    waiting.delete(key),
  )
  waiting.set(key, token)
  return token
}
