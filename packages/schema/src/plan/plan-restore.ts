import type { Column, Configuration, Table } from '@plinth/contract'
import type { LiveCatalogue, TrashedItem } from './live-catalogue.ts'
import type { Measures, Plan } from './plan.ts'
import { planMigration } from './plan-migration.ts'
import { pairKeyOf } from './shapes.ts'

export type RestorePlan =
  | { ok: true; wanted: Configuration; plan: Plan }
  | { ok: false; message: string }

/** Plans the restore of one trashed object, and of the other sides of its relations where possible. */
export function planRestore(options: {
  live: LiveCatalogue
  trashId: string
  /** The configuration before the migration that dropped it. */
  before: Configuration
  measures?: Measures | undefined
}): RestorePlan {
  const { live, trashId, before, measures } = options
  const item = live.trash.find((each) => each.id === trashId)
  if (item?.reason !== 'dropped') return { ok: false, message: 'This is not there any more.' }
  const wanted = rebuild({ live, item, before })
  if (!wanted) return { ok: false, message: 'The table it belongs to is not there any more.' }
  const restore = live.trash.filter(
    (each) => each.migrationId === item.migrationId && isWanted(wanted, each),
  )
  return { ok: true, wanted, plan: planMigration({ live, wanted, restore, measures }) }
}

function rebuild(options: {
  live: LiveCatalogue
  item: TrashedItem
  before: Configuration
}): Configuration | undefined {
  const { live, item, before } = options
  const tables = new Map(live.applied.tables.map((table) => [table.id, table]))
  if (item.kind === 'table') {
    if (tables.has(item.tableId)) return undefined
    tables.set(item.tableId, item.definition)
    for (const column of item.definition.columns) addOther({ tables, before, column })
    return { ...live.applied, tables: settle(tables) }
  }
  const [tableId, columnId] =
    item.kind === 'column'
      ? [item.tableId, item.columnId]
      : [item.definition.first.tableId, item.definition.first.columnId]
  const column = findIn(before, tableId, columnId)
  if (!column || !addColumn(tables, { tableId, column })) return undefined
  addOther({ tables, before, column })
  return { ...live.applied, tables: settle(tables) }
}

function findIn({ tables }: Configuration, tableId: string, columnId: string): Column | undefined {
  return tables
    .find((table) => table.id === tableId)
    ?.columns.find((column) => column.id === columnId)
}

function addColumn(
  tables: Map<string, Table>,
  { tableId, column }: { tableId: string; column: Column },
): boolean {
  const table = tables.get(tableId)
  if (!table || table.columns.some((each) => each.id === column.id)) return false
  tables.set(tableId, { ...table, columns: [...table.columns, column] })
  return true
}

function addOther(options: {
  tables: Map<string, Table>
  before: Configuration
  column: Column
}): void {
  const { tables, before, column } = options
  if (column.type !== 'relation') return
  const { tableId, columnId } = column.options
  const other = findIn(before, tableId, columnId)
  if (other) addColumn(tables, { tableId, column: other })
}

/** Removes relations whose other side is not restored. */
function settle(tables: ReadonlyMap<string, Table>): Table[] {
  return [...tables.values()].map((table) => ({
    ...table,
    columns: table.columns.filter((column) => {
      if (column.type !== 'relation') return true
      const { tableId, columnId } = column.options
      return tables.get(tableId)?.columns.some((other) => other.id === columnId) ?? false
    }),
  }))
}

function isWanted({ tables }: Configuration, item: TrashedItem): boolean {
  if (item.kind === 'table') return tables.some((table) => table.id === item.tableId)
  return tables.some((table) =>
    table.columns.some((column) =>
      item.kind === 'column'
        ? column.id === item.columnId && table.id === item.tableId
        : column.type === 'relation' && pairKeyOf(column) === item.definition.pairKey,
    ),
  )
}
