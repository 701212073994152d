import type { Credential, ProductionStatus } from '@plinth/contract'
import { canonicalText } from '@plinth/schema'
import type { Queryable } from '../../foundation/platform/database.ts'
import { compareWithProduction } from '../../projects/environments/compare-with-production.ts'
import { type StoredCredential, selectCredentials } from './credential-store.ts'

/** Equal for credentials with equal content; compares fingerprints, never secrets. */
export function credentialSignature({ type, data }: StoredCredential): string {
  return canonicalText([type, data])
}

function toCredential(stored: StoredCredential, status: ProductionStatus): Credential {
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    data: stored.data,
    created_at: stored.createdAt.toISOString(),
    environment: { id: stored.environmentId, name: stored.environment },
    status,
    revision: stored.revision,
  }
}

/** All credentials of a project, each compared with the other environment's. */
export async function readCredentials(on: Queryable, projectId: string): Promise<Credential[]> {
  const stored = await selectCredentials(on, projectId)
  const statusOf = compareWithProduction(
    stored.map((one) => ({ ...one, signature: credentialSignature(one) })),
  )
  return stored.map((one) => toCredential(one, statusOf(one.id)))
}

/** The audit trail's snapshot of a credential: its type and field names, never values. */
export function credentialSnapshot(stored: StoredCredential) {
  return { name: stored.name, type: stored.type, fields: Object.keys(stored.data) }
}
