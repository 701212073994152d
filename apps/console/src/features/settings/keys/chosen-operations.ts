import { type KeyTable, OPERATIONS, type Operation, type Table } from '@plinth/contract'

/** What was ticked: operations by the name of the table. */
export type Chosen = Readonly<Record<string, readonly Operation[]>>

/** What a key can be given of a table; a Computed one is only read. */
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

/** Ticks everything of a table, or nothing if everything was. */
export function toggleAll(chosen: Chosen, table: Pick<Table, 'name' | 'type'>): Chosen {
  const all = operationsOf(table)
  const isAll = (chosen[table.name] ?? []).length === all.length
  return { ...chosen, [table.name]: isAll ? [] : all }
}

/** As the call takes it: only tables with something ticked, operations in their order. */
export function toKeyTables(chosen: Chosen): KeyTable[] {
  return Object.entries(chosen).flatMap(([table, ticked]) => {
    const operations = OPERATIONS.filter((one) => ticked.includes(one))
    return operations.length > 0 ? [{ table, operations }] : []
  })
}
