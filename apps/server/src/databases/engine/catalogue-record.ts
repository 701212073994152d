import { createHash } from 'node:crypto'
import { Configuration } from '@plinth/contract'
import {
  type LiveCatalogue,
  NEW_PREFIX,
  type Plan,
  shapesOf,
  type TrashedItem,
} from '@plinth/schema'

/** Added where they lack before the flip, so a plan that was cut short must not stumble over them. */
const MOMENTS = new Set(['createdOn', 'updatedOn'])

/** What waits for a flip and what is only counted is no part of what a plan depends on. */
export function digestOf({ applied, tables }: Pick<LiveCatalogue, 'applied' | 'tables'>): string {
  const isLasting = ({ name }: { name: string }) => !name.startsWith(NEW_PREFIX)
  const lasting = tables.filter(isLasting).map(({ rows: _, ...table }) => ({
    ...table,
    columns: table.columns
      .filter((column) => isLasting(column) && !MOMENTS.has(column.name))
      .map(({ hasDefault: _default, ...column }) => column),
    indexes: table.indexes.filter((index) => isLasting(index) && index.isValid),
  }))
  return createHash('sha256')
    .update(JSON.stringify([applied, lasting]))
    .digest('base64url')
}

/** A line of what is recorded of an environment's tables. */
export interface RecordRow {
  id: string
  kind: 'configuration' | 'table' | 'join'
  name: string
  definition: string
}

/** A configuration as it is recorded beside the rows. */
export function writeRecord(configuration: Configuration): RecordRow[] {
  const { version, tables } = configuration
  const order = tables.map((table) => table.id)
  const joins = [...shapesOf(configuration).joins.values()]
  return [
    { id: ':', kind: 'configuration', name: '', definition: JSON.stringify({ version, order }) },
    ...tables.map((table) => ({
      id: `table:${table.id}`,
      kind: 'table' as const,
      name: table.name,
      definition: JSON.stringify(table),
    })),
    ...joins.map((join) => ({
      id: `join:${join.pairKey}`,
      kind: 'join' as const,
      name: join.name,
      definition: JSON.stringify(join),
    })),
  ]
}

/** Puts the recorded tables together again. */
export function readRecord(
  rows: readonly { kind: string; definition: string }[],
  database: Configuration['database'],
): Configuration {
  const whole = rows.find((row) => row.kind === 'configuration')
  const tables = rows.filter((row) => row.kind === 'table').map((row) => JSON.parse(row.definition))
  const order: string[] = whole ? JSON.parse(whole.definition).order : []
  tables.sort((left, right) => order.indexOf(left.id) - order.indexOf(right.id))
  const { version } = whole ? JSON.parse(whole.definition) : {}
  return Configuration.parse({ ...(version ? { version } : {}), database, tables })
}

/** A line of the register of what was set aside. */
export type GoneRow = Record<
  'id' | 'kind' | 'name' | 'gone_name' | 'definition' | 'migration_id' | 'reason',
  string
> & { table_id: string | null; column_id: string | null }

/** What a plan sets aside, as it is registered. */
export function writeGone(plan: Pick<Plan, 'steps'>, migrationId: string): GoneRow[] {
  return plan.steps.flatMap(({ operation }): GoneRow[] => {
    if (!('goneName' in operation)) return []
    const common = {
      id: `${migrationId}:${operation.goneName}`,
      gone_name: operation.goneName,
      migration_id: migrationId,
      definition: JSON.stringify(operation.definition),
      table_id: null,
      column_id: null,
    }
    switch (operation.kind) {
      case 'setAsideTable': {
        const { tableId: table_id, definition } = operation
        return [{ ...common, kind: 'table', table_id, name: definition.name, reason: 'dropped' }]
      }
      case 'setAsideJoin':
        return [{ ...common, kind: 'join', name: operation.from, reason: operation.reason }]
      default: {
        const { tableId: table_id, definition } = operation
        const reason = operation.kind === 'rewriteColumn' ? 'replaced' : operation.reason
        const { id: column_id, name } = definition
        return [{ ...common, kind: 'column', table_id, column_id, name, reason }]
      }
    }
  })
}

/** A row of the register of what was set aside. */
export function toGone(row: Record<string, string | null>): TrashedItem {
  const { id, name, reason, kind } = row
  return {
    id,
    name,
    reason,
    kind,
    goneName: row.gone_name,
    migrationId: row.migration_id,
    goneOn: row.gone_on,
    definition: JSON.parse(row.definition ?? ''),
    ...(kind === 'join' ? {} : { tableId: row.table_id }),
    ...(kind === 'column' ? { columnId: row.column_id } : {}),
  } as TrashedItem
}
