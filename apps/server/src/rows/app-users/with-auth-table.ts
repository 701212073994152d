import type { EnvironmentName } from '@plinth/contract'
import type { RowsContext } from '../context.ts'
import { type OpenTable, withOpenTable } from '../request/row-request.ts'

interface AuthTableKey {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly tableId: string
}

/** Opens an Auth table by its id for the platform itself; undefined if it is no longer there. */
export async function withAuthTable<T>(
  context: RowsContext,
  { projectId, environment, tableId }: AuthTableKey,
  act: (open: OpenTable) => Promise<T>,
): Promise<T | undefined> {
  const key = { projectId, environment }
  const live = await context.environments.find(key)
  if (live === 'preparing' || !live) return undefined
  const named = [...live.model.tables.values()].find(({ id }) => id === tableId)
  if (named?.definition.type !== 'Auth') return undefined
  return withOpenTable({ context, key, table: named.name }, act)
}
