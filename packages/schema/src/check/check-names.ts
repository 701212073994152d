import { type Configuration, type Database, SYSTEM_COLUMNS, type Table } from '@plinth/contract'
import type { SchemaIssue } from '../model/edit-result.ts'
import { findDuplicateIds } from '../model/find-duplicate-ids.ts'
import { checkAuthTable } from './check-auth-table.ts'
import { checkRelations } from './check-relations.ts'
import { checkSelects } from './check-selects.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/
const RESERVED = new Set([...SYSTEM_COLUMNS, 'expand'].map((name) => name.toLowerCase()))

/** Well-formed names that the database itself reserves. */
const TAKEN_BY_DATABASE: Record<Database, { table: RegExp; column: RegExp }> = {
  sqlite3: { table: /^sqlite_/i, column: /^$/ },
  postgres: { table: /^$/, column: /^(tableoid|xmin|cmin|xmax|cmax|ctid)$/ },
}

/** Whether PostgreSQL accepts this as a table or column name. */
export function isUsableName(name: string): boolean {
  if (!NAME.test(name) || RESERVED.has(name.toLowerCase())) return false
  return !TAKEN_BY_DATABASE.postgres.column.test(name)
}

/** All issues that block Sync, by table and field; an empty list means the configuration can be applied. */
export function checkNames(configuration: Configuration): SchemaIssue[] {
  return [
    ...findDuplicateIds(configuration),
    ...checkTableNames(configuration),
    ...configuration.tables.flatMap((table, position) => {
      if (table.type === 'Computed') return []
      const at = { configuration, table, path: `tables.${position}` }
      return [
        ...checkColumnNames(at),
        ...checkSelects(at),
        ...checkRelations(at),
        ...checkAuthTable(at),
        ...checkIndexes(at),
      ]
    }),
  ]
}

function checkTableNames({ tables, database }: Configuration): SchemaIssue[] {
  const seen = new Map<string, string>()
  return tables.flatMap((table, position) => {
    const message = findNameFault({ name: table.name, what: 'table', database, seen })
    const at = { tableId: table.id, columnId: null, path: `tables.${position}.name` }
    return message ? [{ ...at, message }] : []
  })
}

function checkColumnNames({
  configuration: { database },
  table,
  path,
}: {
  configuration: Configuration
  table: Table
  path: string
}): SchemaIssue[] {
  const seen = new Map<string, string>()
  return table.columns.flatMap((column, position) => {
    const fault = findNameFault({ name: column.name, what: 'column', database, seen })
    const message = column.name === '' ? `A field of the table "${table.name}" has no name.` : fault
    const at = { tableId: table.id, columnId: column.id, path: `${path}.columns.${position}.name` }
    return message ? [{ ...at, message }] : []
  })
}

function findNameFault({
  name,
  what,
  database,
  seen,
}: {
  name: string
  what: 'table' | 'column'
  database: Database
  seen: Map<string, string>
}): string | undefined {
  const thing = what === 'table' ? 'table' : 'field'
  if (name === '') return `The ${thing} has no name.`
  if (!NAME.test(name)) {
    return `"${name}" is not a valid name. Start with a letter, then use letters, digits or _, at most 63 characters.`
  }
  const folded = name.toLowerCase()
  if (RESERVED.has(folded)) return `"${name}" is a name that every row has already.`
  if (TAKEN_BY_DATABASE[database][what].test(name))
    return `"${name}" is a name of the database itself.`
  const other = seen.get(folded)
  if (other === undefined) seen.set(folded, name)
  return other === undefined ? undefined : `"${name}" is the name of another ${thing} ("${other}").`
}

function checkIndexes({ table, path }: { table: Table; path: string }): SchemaIssue[] {
  const ids = new Set<string>([...SYSTEM_COLUMNS, ...table.columns.map((column) => column.id)])
  return (table.indexes ?? []).flatMap((index, position) => {
    const missing = index.columns.find((id) => !ids.has(id))
    if (missing === undefined) return []
    const at = { tableId: table.id, columnId: null, path: `${path}.indexes.${position}` }
    return [{ ...at, message: `An index names the field "${missing}", which does not exist.` }]
  })
}
