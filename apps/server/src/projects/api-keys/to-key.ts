import type { ApiKey, Configuration, EnvironmentName, KeyTable } from '@plinth/contract'
import type { StoredKey } from '../../foundation/callers/api-key-store.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { findConfiguration } from '../configuration/configuration-store.ts'
import { readConfiguration } from '../configuration/configuration-text.ts'

/** The applied tables of an environment; keys refer to these, not to a draft. */
export async function readApplied(
  on: Queryable,
  place: { projectId: string; environment: EnvironmentName },
): Promise<Configuration['tables']> {
  const stored = await findConfiguration(on, place)
  return stored ? readConfiguration(stored.oldText).tables : []
}

/** A key as the API returns it, with the current names of its tables. */
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
    canNameVisitors: stored.canNameVisitors,
    createdOn: stored.createdAt.toISOString(),
    createdBy: stored.createdBy,
    lastUsedOn: stored.lastUsedAt?.toISOString() ?? null,
    expiresOn: stored.expiresAt?.toISOString() ?? null,
  }
}

/** The audit snapshot of a key, without its secret or hash. */
export function keySnapshot({ name, environment, tables, canNameVisitors, expiresOn }: ApiKey) {
  return { name, environment, tables, canNameVisitors, expiresOn }
}
