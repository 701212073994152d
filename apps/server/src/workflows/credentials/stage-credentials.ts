import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { WorkflowsContext } from '../context.ts'
import { findSealed, type StoredCredential } from './credential-store.ts'
import { secretBinding } from './seal-secrets.ts'
import { stageCredential } from './staged-credential-store.ts'
import { credentialSignature } from './to-credential.ts'

/** A dev credential that production lacks or has with different content. */
export interface CredentialChange {
  change: 'create' | 'overwrite'
  dev: StoredCredential
  production: StoredCredential | undefined
}

/** Compares dev's credentials with production's, by name. */
export function compareCredentials(all: readonly StoredCredential[]): CredentialChange[] {
  const inProduction = all.filter(({ environment }) => environment === 'production')
  const byName = new Map(inProduction.map((one) => [one.name, one]))
  return all.flatMap((dev): CredentialChange[] => {
    if (dev.environment !== 'dev') return []
    const production = byName.get(dev.name)
    if (!production) return [{ change: 'create', dev, production }]
    if (credentialSignature(dev) === credentialSignature(production)) return []
    return [{ change: 'overwrite', dev, production }]
  })
}

async function readSealed(
  on: Queryable,
  { projectId, dev }: { projectId: string; dev: StoredCredential },
): Promise<Map<string, Buffer>> {
  const { environmentId, id: credentialId } = dev
  const sealed = await findSealed(on, { projectId, environmentId, credentialId })
  return sealed?.sealed ?? new Map()
}

/** Stages the credentials of a deploy, with their secrets sealed again for production. */
export async function stageCredentials(
  transaction: Transaction,
  options: {
    vault: WorkflowsContext['vault']
    projectId: string
    /** The production environment. */
    environmentId: string
    releaseId: string
    changes: readonly CredentialChange[]
  },
): Promise<void> {
  const { vault, projectId, releaseId } = options
  for (const { dev, production } of options.changes) {
    const id = production?.id ?? newId('crd')
    const from = { projectId, environmentId: dev.environmentId, credentialId: dev.id }
    const to = { projectId, environmentId: options.environmentId, credentialId: id }
    const sealed = await readSealed(transaction, { projectId, dev })
    const secrets = [...sealed].map(([field, secret]) => {
      const open = vault.open(secret, secretBinding(from, field))
      return { field, sealed: vault.seal(open, secretBinding(to, field)) }
    })
    await stageCredential(transaction, { releaseId, id, dev, secrets })
  }
}
