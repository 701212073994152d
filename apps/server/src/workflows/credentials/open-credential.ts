import type { CredentialType } from '@plinth/contract'
import type { WorkflowsContext } from '../context.ts'
import { findSealed } from './credential-store.ts'
import { hostsOf } from './hosts-of.ts'
import { secretBinding } from './seal-secrets.ts'
import { type CredentialData, replaceSecrets } from './secret-fields.ts'

/** A credential with its secrets decrypted, for the one outbound call that uses it. */
export interface OpenCredential {
  id: string
  name: string
  type: CredentialType
  data: CredentialData
  /** Of the same read as the data. */
  revision: number
  /** The only hosts it may be sent to. */
  hosts: string[]
}

/** Decrypts a credential for a run of this project and environment; not found from any other (R18). */
export async function openCredential(
  { db, vault }: Pick<WorkflowsContext, 'db' | 'vault'>,
  key: { projectId: string; environmentId: string; credentialId: string },
): Promise<OpenCredential | undefined> {
  const sealed = await findSealed(db, key)
  if (!sealed) return undefined
  const { id, name, type, revision } = sealed.stored
  const data = replaceSecrets(sealed.stored, (field) => {
    const secret = sealed.sealed.get(field)
    return secret ? vault.open(secret, secretBinding(key, field)) : ''
  })
  return { id, name, type, data, revision, hosts: hostsOf(type, data) }
}
