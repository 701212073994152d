import { type CredentialType, FINGERPRINT } from '@plinth/contract'
import { invalid, notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { findSealed, type StoredCredential, selectCredentials } from './credential-store.ts'
import {
  fingerprintsIn,
  foreignFingerprint,
  mayKeep,
  pathOf,
  secretBinding,
} from './seal-secrets.ts'
import { type CredentialData, replaceSecrets } from './secret-fields.ts'

interface Sent {
  id?: string | undefined
  type: CredentialType
  data: CredentialData
}

export async function findStored(
  { db }: Pick<WorkflowsContext, 'db'>,
  { projectId, id }: { projectId: string; id: string | undefined },
): Promise<StoredCredential | undefined> {
  if (id === undefined) return undefined
  const stored = (await selectCredentials(db, projectId)).find((one) => one.id === id)
  if (!stored) throw notFound()
  return stored
}

/**
 * Replaces fingerprints in the request by stored secrets, only for hosts those secrets may be sent to (R18).
 */
export async function openSent(
  { db, vault }: Pick<WorkflowsContext, 'db' | 'vault'>,
  options: { projectId: string; sent: Sent; stored: StoredCredential | undefined },
): Promise<CredentialData> {
  const { projectId, sent, stored } = options
  const place = stored && {
    projectId,
    environmentId: stored.environmentId,
    credentialId: stored.id,
  }
  const sealed = place ? (await findSealed(db, place))?.sealed : undefined
  const known = fingerprintsIn(stored)
  const keep = mayKeep({ ...sent, before: stored })
  return replaceSecrets(sent, (field, text) => {
    if (!FINGERPRINT.test(text)) return text
    const secret = known.get(field) === text ? sealed?.get(field) : undefined
    if (!place || !secret) throw foreignFingerprint(field)
    if (!keep) {
      const message = 'It would go to another host than before. Write the secret again to test it.'
      throw invalid([{ path: pathOf(field), message }])
    }
    return vault.open(secret, secretBinding(place, field))
  })
}
