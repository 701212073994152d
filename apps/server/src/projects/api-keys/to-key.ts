import type { ApiKey, Configuration, EnvironmentName, KeyTable } from '@plinth/contract'
import type { StoredKey } from '../../foundation/callers/api-key-store.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { findConfiguration } from '../configuration/configuration-store.ts'

/** What an environment's database holds: keys speak of that, not of a draft. */
export async function readApplied(
  on: Queryable,
  place: { projectId: string; environment: EnvironmentName },
): Promise<Configuration['tables']> {
  const stored = await findConfiguration(on, place)
  return stored ? JSON.parse(stored.oldText).tables : []
}

/** A key as it is answered: tables by the names they have now. */
export function toKey(stored: StoredKey, applied: Configuration['tables']): ApiKey {
  const tables = applied.flatMap(({ id, name }): KeyTable[] => {
    const operations = stored.grants[id]
    return operations ? [{ table: name, operations: [...operations] }] : []
  })
  return {
    id: stored.id,
    name: stored.name,
    environment: stored.environment,
    tables,
    createdOn: stored.createdAt.toISOString(),
    createdBy: stored.createdBy,
    lastUsedOn: stored.lastUsedAt?.toISOString() ?? null,
    expiresOn: stored.expiresAt?.toISOString() ?? null,
  }
}

/** What the audit trail keeps of a key; neither its secret nor the hash of it. */
export function keyFacts({ name, environment, tables, expiresOn }: ApiKey) {
  return { name, environment, tables, expiresOn }
}
