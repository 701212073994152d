import { createHash } from 'node:crypto'
import { Configuration } from '@plinth/contract'
import { type LiveCatalogue, NEW_PREFIX, type Plan, shapesOf, TrashedItem } from '@plinth/schema'
import * as z from 'zod'
import {
  checkStored,
  readJson,
  readStored,
  readStoredObject,
} from '../../foundation/platform/stored-json.ts'

/** Added before the cutover where missing, so that they must not change the digest of an interrupted plan. */
const TIMESTAMPS = new Set(['createdOn', 'updatedOn'])

/** Hash of everything a plan depends on. Leaves out what waits for a cutover and what is only counted. */
export function digestOf({ applied, tables }: Pick<LiveCatalogue, 'applied' | 'tables'>): string {
  const isLasting = ({ name }: { name: string }) => !name.startsWith(NEW_PREFIX)
  const lasting = tables.filter(isLasting).map(({ rows: _, ...table }) => ({
    ...table,
    columns: table.columns
      .filter((column) => isLasting(column) && !TIMESTAMPS.has(column.name))
      .map(({ hasDefault: _default, ...column }) => column),
    indexes: table.indexes.filter((index) => isLasting(index) && index.isValid),
  }))
  return createHash('sha256')
    .update(JSON.stringify([applied, lasting]))
    .digest('base64url')
}

/** A row of the recorded configuration (`_plinth_catalogue`). */
export interface RecordRow {
  id: string
  kind: 'configuration' | 'table' | 'join'
  name: string
  definition: string
}

/** A configuration as rows of `_plinth_catalogue`. */
export function toRecordRows(configuration: Configuration): RecordRow[] {
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

const Whole = z.object({ version: z.string().optional(), order: z.array(z.string()) })

/** Rebuilds the configuration from its recorded rows. */
export function readRecord(
  rows: readonly { kind: string; definition: string }[],
  database: Configuration['database'],
): Configuration {
  const row = rows.find(({ kind }) => kind === 'configuration')
  const whole = row && readStored(Whole, row.definition, 'recorded configuration')
  const { version, order = [] } = whole ?? {}
  const tables = rows
    .filter(({ kind }) => kind === 'table')
    .map(({ definition }) => readStoredObject(definition, 'recorded table'))
  const placeOf = ({ id }: { id?: unknown }) => order.indexOf(String(id))
  tables.sort((left, right) => placeOf(left) - placeOf(right))
  const recorded = { ...(version ? { version } : {}), database, tables }
  return checkStored(Configuration, recorded, 'recorded configuration')
}

/** A row of the trash (`_plinth_trash`). */
export type TrashRow = Record<
  'id' | 'kind' | 'name' | 'trash_name' | 'definition' | 'migration_id' | 'reason',
  string
> & { table_id: string | null; column_id: string | null }

/** Trash rows for everything that a plan moves to the trash. */
export function toTrashRows(plan: Pick<Plan, 'steps'>, migrationId: string): TrashRow[] {
  return plan.steps.flatMap(({ operation }): TrashRow[] => {
    if (!('trashName' in operation)) return []
    const common = {
      id: `${migrationId}:${operation.trashName}`,
      trash_name: operation.trashName,
      migration_id: migrationId,
      definition: JSON.stringify(operation.definition),
      table_id: null,
      column_id: null,
    }
    switch (operation.kind) {
      case 'trashTable': {
        const { tableId: table_id, definition } = operation
        return [{ ...common, kind: 'table', table_id, name: definition.name, reason: 'dropped' }]
      }
      case 'trashJoin':
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

export function toTrashEntry(row: Record<string, string | null>): TrashedItem {
  const { id, name, reason, kind } = row
  const item = {
    id,
    name,
    reason,
    kind,
    trashName: row.trash_name,
    migrationId: row.migration_id,
    trashedOn: row.trashed_on,
    definition: readJson(row.definition ?? ''),
    ...(kind === 'join' ? {} : { tableId: row.table_id }),
    ...(kind === 'column' ? { columnId: row.column_id } : {}),
  }
  return checkStored(TrashedItem, item, 'trash entry')
}
