import type { Column, Configuration, Table } from '@plinth/contract'
import type { Catalogue, CatalogueColumn, CatalogueTable, ColumnKind } from './catalogue.ts'

const KINDS: Readonly<Record<Column['type'], ColumnKind>> = {
  text: 'text',
  email: 'text',
  url: 'text',
  phoneNumber: 'text',
  number: 'number',
  checkbox: 'bool',
  select: 'text',
  date: 'date',
  relation: 'id',
  image: 'file',
  file: 'file',
  json: 'json',
}

/** A constant as the checker sees it. */
export type NamedConstant = { readonly key: string; readonly isSecret?: boolean }

/** Tables and columns of a configuration for the checker; without `constants`, any constant name is accepted. */
export function catalogueOf(
  configuration: Configuration,
  constants?: Iterable<NamedConstant>,
): Catalogue {
  const names = new Map(configuration.tables.map((table) => [table.id, table.name]))
  const tables = new Map(configuration.tables.map((table) => [table.name, tableOf(table, names)]))
  if (!constants) return { tables }
  const known = [...constants].map(({ key, isSecret = false }) => [key, { isSecret }] as const)
  return { tables, constants: new Map(known) }
}

function tableOf(table: Table, names: ReadonlyMap<string, string>): CatalogueTable {
  // A Computed table is a free SELECT: only its id is guaranteed.
  const times =
    table.type === 'Computed' ? [] : [systemColumn('createdOn'), systemColumn('updatedOn')]
  const own = table.columns.flatMap((column) => columnOf(column, names))
  const columns = [systemColumn('id'), ...own, ...times]
  return {
    id: table.id,
    name: table.name,
    isAuth: table.type === 'Auth',
    columns: new Map(columns.map((column) => [column.name, column])),
  }
}

const plain = { isMany: false, isHidden: false, isHashed: false, isProtected: false }

function systemColumn(name: 'id' | 'createdOn' | 'updatedOn'): CatalogueColumn {
  return { id: name, name, kind: name === 'id' ? 'id' : 'date', ...plain }
}

function columnOf(column: Column, names: ReadonlyMap<string, string>): readonly CatalogueColumn[] {
  const { id, name, type, options } = column
  const base = {
    id,
    name,
    kind: KINDS[type],
    isMany: 'hasMultiple' in options && options.hasMultiple,
    isHidden: options.isHidden,
    isHashed: 'isHashed' in options && options.isHashed,
    isProtected: 'isProtected' in options && options.isProtected,
  }
  if (type !== 'relation') return [base]
  const target = names.get(options.tableId)
  // A dangling relation cannot be followed or compared, so it is omitted.
  return target === undefined ? [] : [{ ...base, target }]
}
