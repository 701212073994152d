import { registerClient as endpoint } from '@plinth/contract'
import { newToken } from '../../../../accounts/passwords/new-token.ts'
import { route } from '../../../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../../../context.ts'
import { answerSavedCredential } from '../../answer-saved-credential.ts'
import {
  lockCredential,
  type StoredCredential,
  saveCredential,
  saveSecrets,
} from '../../credential-store.ts'
import { openFingerprints } from '../../fingerprint.ts'
import { findStored } from '../../open-sent.ts'
import { sealSecrets } from '../../seal-secrets.ts'
import type { CredentialData } from '../../secret-fields.ts'
import { credentialSnapshot } from '../../to-credential.ts'
import { callbackPath } from '../callback-path.ts'
import { toApiError } from '../connect-credential.ts'
import { keepConnection } from '../keep-connection.ts'
import { type FoundIssuer, issuerUrl, readIssuer } from './read-issuer.ts'
import { type RegisteredClient, requestRegistration } from './request-registration.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The credential with the client that was registered. Tokens that were typed belong to another client. */
function dataFor(
  before: CredentialData,
  {
    found,
    client,
    registration,
  }: { found: FoundIssuer; client: RegisteredClient; registration: string },
): CredentialData {
  const { authorizationUrl, tokenUrl, revocationUrl, issuer } = found
  const typed = { service: '', accessToken: '', refreshToken: '' }
  return {
    ...before,
    ...typed,
    ...client,
    authorizationUrl,
    tokenUrl,
    revocationUrl,
    issuer,
    registration,
  }
}

/** Throws 409 for a credential of another type, or with a client already. */
function requireWithoutClient({ type, data }: StoredCredential): void {
  if (type !== 'oauth2') {
    throw new ApiError('conflict', 'Only OAuth2 credentials can have a registered client.')
  }
  if (textOf(data.clientId) !== '') {
    throw new ApiError(
      'conflict',
      'The credential has a client id. Remove it and save, then register Plinth again.',
    )
  }
}

/**
 * Registers Plinth at a service whose metadata offers it (RFC 7591), and stores the client. The access token of the
 * registration is not kept: production shares the client, so deleting the credential of dev must not delete it.
 */
export const registerClient = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, params, body, staff } = call
  const { vault, env } = context
  const { allowed } = env.egress
  const projectId = project.id
  const stored = await findStored(context, { projectId, id: params.id })
  if (!stored) throw notFound()
  guardProduction(project, stored.environment)
  requireWithoutClient(stored)
  const url = issuerUrl(body.issuer, allowed)
  await context.signInLimit.tryCredential(staff.id)
  const registration = newToken()
  const register = async () => {
    const found = await readIssuer(url, allowed)
    const path = callbackPath({ tokenUrl: found.tokenUrl, clientId: '', registration })
    const asked = {
      redirectUri: `${env.baseUrl}${path}`,
      scope: textOf(stored.data.scope),
      allowed,
    }
    return { found, client: await requestRegistration(found, asked) }
  }
  const registered = await register().catch((error: unknown) => {
    throw toApiError(error)
  })
  return call.mutate(async (transaction) => {
    const before = await lockCredential(transaction, { projectId, credentialId: params.id })
    if (!before) throw notFound()
    if (before.revision !== stored.revision) {
      throw new ApiError('conflict', 'The credential was changed meanwhile. Register Plinth again.')
    }
    const { id, name, type, environmentId } = before
    const sealed = sealSecrets(vault, {
      type,
      data: dataFor(before.data, { ...registered, registration }),
      key: { projectId, environmentId, credentialId: id },
      fingerprint: await openFingerprints(transaction, { vault, projectId, type }),
      before,
    })
    await saveCredential(transaction, { id, name, type, data: sealed.data })
    await saveSecrets(transaction, { id, ...sealed })
    await keepConnection(transaction, { before, type, sealed })
    const changed = { projectId, id, before: credentialSnapshot(before) }
    return answerSavedCredential(transaction, { ...changed, action: 'registered' })
  })
})
