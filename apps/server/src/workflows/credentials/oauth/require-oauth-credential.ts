import type { ProjectAccess } from '../../../foundation/callers/access-store.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { StoredCredential } from '../credential-store.ts'
import { type OpenCredential, openCredential } from '../open-credential.ts'
import { findStored } from '../open-sent.ts'
import type { CredentialPlace } from '../seal-secrets.ts'
import { callbackPath } from './callback-path.ts'
import { type OauthSettings, readOauthSettings } from './oauth-settings.ts'

export interface OauthCredential {
  stored: StoredCredential
  place: CredentialPlace
  credential: OpenCredential
  settings: OauthSettings
}

/** The redirect URI of a credential, as it is registered with the service. */
export const connectCallback = (
  { env }: Pick<WorkflowsContext, 'env'>,
  settings: OauthSettings,
): string => `${env.baseUrl}${callbackPath(settings)}`

/** A credential that the caller may connect. Throws 404, 403, 409 for another type, or 422 for its settings. */
export async function requireOauthCredential(
  context: WorkflowsContext,
  { project, id }: { project: ProjectAccess; id: string },
): Promise<OauthCredential> {
  const projectId = project.id
  const stored = await findStored(context, { projectId, id })
  if (!stored) throw notFound()
  guardProduction(project, stored.environment)
  if (stored.type !== 'oauth2') {
    throw new ApiError('conflict', 'Only OAuth2 credentials can be connected.')
  }
  const place = { projectId, environmentId: stored.environmentId, credentialId: id }
  const credential = await openCredential(context, place)
  if (!credential) throw notFound()
  const settings = readOauthSettings(credential.data, context.env.egress.allowed)
  return { stored, place, credential, settings }
}
