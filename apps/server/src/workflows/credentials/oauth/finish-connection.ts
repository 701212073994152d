import { finishConnection as endpoint } from '@plinth/contract'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { lockCredential } from '../credential-store.ts'
import { readCredentials } from '../to-credential.ts'
import { claimAuthorization } from './authorization-store.ts'
import { callbackPath } from './callback-path.ts'
import { toApiError } from './connect-credential.ts'
import { deriveFromHandle } from './connect-handle.ts'
import { saveConnection } from './connection-store.ts'
import { exchangeCode, type IssuedTokens } from './request-tokens.ts'
import {
  connectCallback,
  type OauthCredential,
  requireOauthCredential,
} from './require-oauth-credential.ts'
import { sealTokens } from './seal-tokens.ts'
import { tokenBound } from './token-bound.ts'

const ended = () =>
  new ApiError(
    'conflict',
    'This connection was not started in this browser by you, has ended or took too long. Connect the credential again.',
  )

const changed = () =>
  new ApiError('conflict', 'The credential was changed meanwhile. Connect the credential again.')

const foreign = () =>
  new ApiError(
    'conflict',
    'The service answered at the redirect URI of another client, so the answer was not used. Do not connect this credential: check its authorization endpoint first.',
  )

async function exchange(
  context: WorkflowsContext,
  {
    settings,
    handle,
    query,
  }: { settings: OauthCredential['settings']; handle: string; query: string },
): Promise<IssuedTokens> {
  const answered = new URL(connectCallback(context, settings))
  answered.search = query
  try {
    return await exchangeCode(
      { settings, allowed: context.env.egress.allowed },
      { answered, ...deriveFromHandle(handle) },
    )
  } catch (error) {
    throw toApiError(error)
  }
}

/**
 * Claims what was started before the code is exchanged, so that an answer counts once, even if it fails. The code goes to
 * the token endpoint that the person began with: a credential that was saved since then is refused, and so is an answer
 * at the page of another client.
 */
export const finishConnection = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, params, body, staff } = call
  const { id } = params
  const projectId = project.id
  const found = await requireOauthCredential(context, { project, id })
  const { place, credential, settings, stored } = found
  const { handle, query, path } = body
  const revision = await claimAuthorization(context.db, {
    handleHash: hashToken(handle),
    credentialId: id,
    staffId: staff.id,
  })
  if (revision === undefined) throw ended()
  if (revision !== credential.revision) throw changed()
  if (path !== callbackPath(settings)) throw foreign()
  const issued = await exchange(context, { settings, handle, query })
  const bound = tokenBound(credential.data)
  const sealed = sealTokens(context.vault, { place, bound, issued })
  return call.mutate(async (transaction) => {
    const locked = await lockCredential(transaction, { projectId, credentialId: id })
    if (!locked) throw notFound()
    if (locked.revision !== revision) throw changed()
    const { account } = issued
    // Without a refresh token, the authorization ends with the access token.
    const canRenew = sealed.refreshToken !== undefined || settings.typed.refreshToken !== ''
    const endsSeconds = canRenew ? sealed.endsSeconds : sealed.lifeSeconds
    const connected = { ...sealed, endsSeconds, bound, account, staffId: staff.id }
    await saveConnection(transaction, connected)
    const saved = (await readCredentials(transaction, projectId)).find((one) => one.id === id)
    if (!saved) throw notFound()
    return {
      answer: { credential: saved },
      audit: {
        action: 'connected',
        entity: 'credential',
        entityId: id,
        projectId,
        environment: stored.environment,
        after: { name: stored.name, type: stored.type, scope: issued.scope ?? settings.scope },
      },
    }
  })
})
