import { CONNECT_MINUTES, connectCredential as endpoint } from '@plinth/contract'
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import { newToken } from '../../../accounts/passwords/new-token.ts'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import type { Call } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { accessTokenOf } from './access-token.ts'
import { addAuthorization } from './authorization-store.ts'
import { deriveFromHandle } from './connect-handle.ts'
import { clearRefreshFailure, resetConnection } from './connection-store.ts'
import { openOauthClient } from './request-tokens.ts'
import {
  connectCallback,
  type OauthCredential,
  requireOauthCredential,
} from './require-oauth-credential.ts'
import { tokenBound } from './token-bound.ts'
import { TokenRefusal } from './token-refusal.ts'

/** Answers 409 for what the service refused, 503 for a service that did not answer. */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof TokenRefusal)) return error
  return new ApiError(error.isFinal ? 'conflict' : 'unavailable', error.message)
}

/** The client's own sign-in, at once: it needs nobody. */
async function signClientIn(
  { mutate }: Call<typeof endpoint>,
  context: WorkflowsContext,
  { stored, place, credential, settings }: OauthCredential,
): Promise<void> {
  const { credentialId, projectId } = place
  // A typed refresh token may be spent: the one that replaced it is in the connection.
  if (settings.typed.refreshToken !== '') await clearRefreshFailure(context.db, credentialId)
  else await resetConnection(context.db, { credentialId, bound: tokenBound(credential.data) })
  try {
    await accessTokenOf(context, { place, credential })
  } catch (error) {
    throw toApiError(error)
  }
  await mutate(async () => ({
    answer: {},
    audit: {
      action: 'connected',
      entity: 'credential',
      entityId: credentialId,
      projectId,
      environment: stored.environment,
      after: { name: stored.name, type: stored.type },
    },
  }))
}

/** Not a `mutate` for a person: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const connectCredential = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, params, staff } = call
  const found = await requireOauthCredential(context, { project, id: params.id })
  await context.signInLimit.tryCredential(staff.id)
  const { credential, settings } = found
  if (settings.authorizationUrl === undefined) {
    await signClientIn(call, context, found)
    return { url: null, handle: null }
  }
  const handle = newToken()
  const { state, verifier } = deriveFromHandle(handle)
  const client = openOauthClient({ settings, allowed: context.env.egress.allowed })
  const url = buildAuthorizationUrl(client, {
    redirect_uri: connectCallback(context, settings),
    ...(settings.scope === '' ? {} : { scope: settings.scope }),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  await addAuthorization(context.db, {
    handleHash: hashToken(handle),
    credentialId: params.id,
    staffId: staff.id,
    revision: credential.revision,
    minutes: CONNECT_MINUTES,
  })
  return { url: url.href, handle }
})
