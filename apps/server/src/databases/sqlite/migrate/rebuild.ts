import type { Form } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { quoteName } from '../../sql/quote-name.ts'
import { listColumns, listForeignKeys } from '../catalogue/read-catalogue.ts'
import { writeFormCheck, writeReference } from './column-sql.ts'

/** Changes that ALTER TABLE cannot make, by the columns' current names. */
export interface Rebuild {
  table: string
  required: Map<string, boolean>
  /** The table that a column references from now on; null for none. */
  targets: Map<string, string | null>
  forms: Map<string, Form>
}

const COPY = '_plinth_new_copy'

/** Copies a table, with its indexes and triggers, into one with other constraints. */
export function rebuildTable(database: Sqlite.Database, rebuild: Rebuild): void {
  const { table } = rebuild
  const dependents = database
    .prepare<[string], { sql: string }>(
      `select sql from sqlite_schema where tbl_name = ? collate nocase and type in ('index', 'trigger') and sql is not null`,
    )
    .all(table)
  const columns = listColumns(database, table).filter((column) => column.hidden === 0)
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  database.exec(`create table ${COPY} (${writeColumns(database, rebuild).join(', ')}) strict`)
  database.exec(`insert into ${COPY} (${names}) select ${names} from ${quoteName(table)}`)
  database.exec(`drop table ${quoteName(table)}`)
  // Other tables reference this one by name, and the name returns at once: legacy mode keeps the references
  // as they are.
  database.pragma('legacy_alter_table = ON')
  database.exec(`alter table ${COPY} rename to ${quoteName(table)}`)
  database.pragma('legacy_alter_table = OFF')
  for (const { sql } of dependents) database.exec(sql)
}

function writeColumns(database: Sqlite.Database, rebuild: Rebuild): string[] {
  const { table, required, targets, forms } = rebuild
  const keys = listForeignKeys(database, table)
  const present = new Map(keys.map((key) => [key.from, key]))
  const columns = listColumns(database, table).filter((column) => column.hidden === 0)
  const isOnePrimary = columns.filter((column) => column.pk > 0).length === 1
  const definitions = columns.map((column) => {
    const isRequired = required.get(column.name) ?? column.notnull === 1
    const form = forms.get(column.name)
    const key = present.get(column.name)
    const target = targets.has(column.name) ? targets.get(column.name) : key?.table
    const action = key && !targets.has(column.name) ? key.on_delete.toLowerCase() : 'set null'
    return [
      `${quoteName(column.name)} ${column.type}`,
      column.pk > 0 && isOnePrimary ? ' primary key' : '',
      isRequired ? ' not null' : '',
      column.dflt_value === null ? '' : ` default (${column.dflt_value})`,
      form ? writeFormCheck(form, column.name) : '',
      target ? writeReference(target).replace('set null', action) : '',
    ].join('')
  })
  if (isOnePrimary) return definitions
  const primary = columns
    .filter((column) => column.pk > 0)
    .sort((left, right) => left.pk - right.pk)
    .map((column) => quoteName(column.name))
  return primary.length === 0
    ? definitions
    : [...definitions, `primary key (${primary.join(', ')})`]
}
