import {
  type Column,
  ColumnOptions,
  type Configuration,
  OPERATIONS,
  type RuleTest,
  type Table,
} from '@plinth/contract'
import { canonicalText, findTable, sortColumns, sortTables } from '@plinth/schema'

/** Every text is made the same way, so that two texts differ only where the configurations do. */
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

/** Names and values of rows by their names: the server does not keep the order they were written in. */
function describeTest({ id, name, operation, expected, ...data }: RuleTest) {
  return { id, name, operation, expected, ...JSON.parse(canonicalText(data)) }
}

function describeTable(table: Table, columns: readonly Column[]) {
  const { id, name, order, type, rules, query, indexes, tests } = table
  return {
    id,
    name,
    order,
    type,
    ...(query ? { query } : {}),
    rules: Object.fromEntries(OPERATIONS.map((operation) => [operation, rules[operation]])),
    columns: columns.map(describeColumn),
    ...(indexes && indexes.length > 0 ? { indexes } : {}),
    ...(tests && tests.length > 0 ? { tests: tests.map(describeTest) } : {}),
  }
}

function printTables({ version, database }: Configuration, tables: readonly object[]): string {
  return JSON.stringify({ version, database, tables }, null, 2)
}

/** The configuration as people read and write it: tables and fields in the order of the screen. */
export function printConfiguration(configuration: Configuration): string {
  const tables = sortTables(configuration.tables)
  return printTables(
    configuration,
    tables.map((table) => describeTable(table, sortColumns(table.columns))),
  )
}

/** What was there first in the order of what comes after, so that only real changes stand out. */
function inOrderOf<T extends { id: string }>(items: readonly T[], order: readonly T[]): T[] {
  const places = new Map(order.map((item, place) => [item.id, place]))
  const place = (item: T) => places.get(item.id) ?? order.length
  return [...items].sort((left, right) => place(left) - place(right))
}

/** Both sides of a comparison as texts; tables and fields that moved stay beside each other. */
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
