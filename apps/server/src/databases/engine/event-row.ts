import { createHash } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { eventColumns } from '@plinth/schema'
import { raw, sql } from '../../foundation/platform/sql.ts'
import { type DataColumn, type DataTable, modelOf } from '../sql/data-model.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/render.ts'
import { layoutOf } from './layout-of.ts'
import type { RowOperation, WatchedTables, Watching } from './row-event.ts'

/** A table whose changes write events. */
export interface WatchedTable {
  readonly table: DataTable
  readonly watching: Watching
}

/** The watched tables that exist in a configuration; a Computed table stores no rows. */
export function listWatched(options: {
  configuration: Configuration
  schema: string
  dialect: Dialect
  watched: WatchedTables
}): WatchedTable[] {
  const { configuration, schema, dialect, watched } = options
  const { tables } = modelOf({ configuration, layout: layoutOf(configuration, schema), dialect })
  return [...tables.values()].flatMap((table) => {
    const watching = watched[table.id]
    const isWatched = watching?.operations.length && table.definition.type !== 'Computed'
    return isWatched ? [{ table, watching }] : []
  })
}

/** For whom an event of this operation is written. */
export interface EventMarks {
  /** Ids of the triggers as JSON; null if they are unknown. */
  readonly triggers: string | null
  readonly isLive: boolean
  /** No trigger waits for it. */
  readonly isDelivered: boolean
}

export function eventMarks({ watching }: WatchedTable, operation: RowOperation): EventMarks {
  const { live = false, triggers } = watching
  const ids = triggers && (triggers[operation] ?? [])
  return {
    triggers: ids ? JSON.stringify(ids) : null,
    isLive: live,
    isDelivered: ids?.length === 0,
  }
}

/** Columns stored in the row itself. */
export function listCells(table: DataTable): DataColumn[] {
  return [...table.columns.values()].filter(({ cell }) => cell !== undefined)
}

/** The columns that an event has. */
function listLogged(table: DataTable): DataColumn[] {
  const columns = eventColumns(table.definition)
  return listCells(table).filter(({ name }) => columns.has(name))
}

/**
 * Names the columns that an event of this table has. Rules may be judged only on rows that were written for the same
 * columns: one that a rule reads and the row lacks would count as blank.
 */
export function shapeOf(table: DataTable): string {
  const columns = listLogged(table).map(({ id, name, form }) => JSON.stringify([id, name, form]))
  return createHash('sha256').update(columns.sort().join()).digest('hex').slice(0, 16)
}

/** SQL for the trigger's row as the JSON text of its event. */
export function writeEventRow(
  dialect: Dialect,
  { table, alias }: { table: DataTable; alias: 'new' | 'old' },
): string {
  const fields = listLogged(table).map(({ name, form, cell = raw('') }) => {
    return [name, dialect.wire(form, sql`${raw(alias)}.${cell}`)] as const
  })
  return render(dialect.jsonText(dialect.object(fields)), dialect.style).text
}
