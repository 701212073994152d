import {
  type Column,
  ColumnOptions,
  type Configuration,
  OPERATIONS,
  type RuleTest,
  type Table,
} from '@plinth/contract'
import { canonicalText, findTable, sortColumns, sortTables } from '@plinth/schema'

/** Keys have a fixed order, so that two texts differ only where the configurations do. */
function describeColumn({ id, name, order, type, options }: Column) {
  const known: Record<string, unknown> = options
  const keys = Object.keys(ColumnOptions[type].shape)
  return {
    id,
    name,
    order,
    type,
    options: Object.fromEntries(keys.map((key) => [key, known[key]])),
  }
}

/** Sorted by name, because the server does not preserve the order of keys. */
function describeTest({ id, name, operation, expected, ...data }: RuleTest) {
  return { id, name, operation, expected, ...JSON.parse(canonicalText(data)) }
}

function describeTable(table: Table, columns: readonly Column[]) {
  const { id, name, order, type, rules, query, indexes, displayField, tests, live } = table
  return {
    id,
    name,
    order,
    type,
    ...(query ? { query } : {}),
    rules: Object.fromEntries(OPERATIONS.map((operation) => [operation, rules[operation]])),
    columns: columns.map(describeColumn),
    ...(displayField ? { displayField } : {}),
    ...(live ? { live } : {}),
    ...(indexes && indexes.length > 0 ? { indexes } : {}),
    ...(tests && tests.length > 0 ? { tests: tests.map(describeTest) } : {}),
  }
}

function printTables({ version, database }: Configuration, tables: readonly object[]): string {
  return JSON.stringify({ version, database, tables }, null, 2)
}

/** The configuration as JSON, with tables and fields in screen order. */
export function printConfiguration(configuration: Configuration): string {
  const tables = sortTables(configuration.tables)
  return printTables(
    configuration,
    tables.map((table) => describeTable(table, sortColumns(table.columns))),
  )
}

/** Sorts the old side in the order of the new side, so that only real changes show. */
function inOrderOf<T extends { id: string }>(items: readonly T[], order: readonly T[]): T[] {
  const places = new Map(order.map((item, index) => [item.id, index]))
  const place = (item: T) => places.get(item.id) ?? order.length
  return [...items].sort((left, right) => place(left) - place(right))
}

/** Both sides of a comparison as text; moved tables and fields are aligned. */
export function printSides(sides: { before: Configuration; after: Configuration }) {
  const { before, after } = sides
  const ordered = inOrderOf(sortTables(before.tables), sortTables(after.tables))
  const tables = ordered.map((table) => {
    const own = sortColumns(table.columns)
    const other = findTable(after, table.id)
    return describeTable(table, other ? inOrderOf(own, sortColumns(other.columns)) : own)
  })
  return { before: printTables(before, tables), after: printConfiguration(after) }
}
