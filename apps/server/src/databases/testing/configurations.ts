import { Column, Configuration, type Database, type Table } from '@plinth/contract'

type Options = Record<string, unknown>

/** A field whose id is derived from its name. */
export function field(name: string, type: Column['type'] = 'text', options: Options = {}): Column {
  return Column.parse({ id: `c_${name}`, name, type, options })
}

/** A table whose id is derived from its name. */
export function table(name: string, columns: Column[] = [], more: Partial<Table> = {}): Table {
  return Configuration.parse({ tables: [{ id: `t_${name}`, name, columns, ...more }] })
    .tables[0] as Table
}

export function configure(database: Database, ...tables: Table[]): Configuration {
  return Configuration.parse({ database, tables })
}

/** Both sides of a relation; `many` says which side refers to several of the other. */
export function relate(
  [from, to]: [table: string, table: string],
  options: { many?: boolean; backMany?: boolean; isRequired?: boolean; name?: string } = {},
): [Column, Column] {
  const { many = false, backMany = false, isRequired = false, name = `${from}_${to}` } = options
  const [id, backId] = [`c_${name}`, `c_${name}_back`]
  const parent = field(name, 'relation', {
    isParent: true,
    tableId: `t_${to}`,
    columnId: backId,
    hasMultiple: many,
    backColumnName: `${name}_back`,
    hasMultipleBack: backMany,
    isRequired,
  })
  const back = field(`${name}_back`, 'relation', {
    isParent: false,
    tableId: `t_${from}`,
    columnId: id,
    hasMultiple: backMany,
    backColumnName: name,
    hasMultipleBack: many,
  })
  return [parent, back]
}
