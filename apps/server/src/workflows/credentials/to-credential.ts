import type { Credential, ProductionStatus } from '@plinth/contract'
import { canonicalText } from '@plinth/schema'
import type { Queryable } from '../../foundation/platform/database.ts'
import { compareWithProduction } from '../../projects/environments/compare-with-production.ts'
import { type StoredCredential, selectCredentials } from './credential-store.ts'
import { listConnections, type ShownConnection } from './oauth/connection-store.ts'
import { toConnection } from './oauth/to-connection.ts'

type Content = Pick<StoredCredential, 'type' | 'data'>

/** Equal for credentials with equal content; compares fingerprints, never secrets. */
export function credentialSignature({ type, data }: Content): string {
  return canonicalText([type, data])
}

export const isSameCredential = (one: Content, two: Content): boolean =>
  credentialSignature(one) === credentialSignature(two)

function toCredential(
  stored: StoredCredential,
  { status, row }: { status: ProductionStatus; row: ShownConnection | undefined },
): Credential {
  const connection = toConnection(stored, row)
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    data: stored.data,
    created_at: stored.createdAt.toISOString(),
    environment: { id: stored.environmentId, name: stored.environment },
    status,
    revision: stored.revision,
    ...(connection ? { connection } : {}),
  }
}

/** All credentials of a project, each compared with the other environment's. */
export async function readCredentials(on: Queryable, projectId: string): Promise<Credential[]> {
  const stored = await selectCredentials(on, projectId)
  const hasOauth = stored.some(({ type }) => type === 'oauth2')
  const connections = hasOauth ? await listConnections(on, projectId) : []
  const rows = new Map(connections.map((row) => [row.credentialId, row]))
  const statusOf = compareWithProduction(
    stored.map((one) => ({ ...one, signature: credentialSignature(one) })),
  )
  return stored.map((one) => toCredential(one, { status: statusOf(one.id), row: rows.get(one.id) }))
}

/** The audit trail's snapshot of a credential: its type and field names, never values. */
export function credentialSnapshot(stored: StoredCredential) {
  return { name: stored.name, type: stored.type, fields: Object.keys(stored.data) }
}
