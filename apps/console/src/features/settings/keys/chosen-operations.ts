import { type KeyTable, OPERATIONS, type Operation, type Table } from '@plinth/contract'

/** Selected operations by table name. */
export type Chosen = Readonly<Record<string, readonly Operation[]>>

/** Operations that a key can have on a table; Computed tables are read-only. */
export function operationsOf({ type }: Pick<Table, 'type'>): readonly Operation[] {
  return type === 'Computed' ? ['list', 'view'] : OPERATIONS
}

export function toggle(chosen: Chosen, table: string, operation: Operation): Chosen {
  const before = chosen[table] ?? []
  const after = before.includes(operation)
    ? before.filter((one) => one !== operation)
    : [...before, operation]
  return { ...chosen, [table]: after }
}

/** Selects all operations of a table, or none if all were selected. */
export function toggleAll(chosen: Chosen, table: Pick<Table, 'name' | 'type'>): Chosen {
  const all = operationsOf(table)
  const isAll = (chosen[table.name] ?? []).length === all.length
  return { ...chosen, [table.name]: isAll ? [] : all }
}

/**
 * The selection as the API takes it: tables with operations only, operations in their fixed order.
 */
export function toKeyTables(chosen: Chosen): KeyTable[] {
  return Object.entries(chosen).flatMap(([table, ticked]) => {
    const operations = OPERATIONS.filter((one) => ticked.includes(one))
    return operations.length > 0 ? [{ table, operations }] : []
  })
}
