import { STORED_TYPES } from '@plinth/schema'
import { quoteName } from '../../databases/sql/quote-name.ts'
import { writeFormCheck } from '../../databases/sqlite/migrate/column-sql.ts'
import type { ExportColumn, ExportModel, ExportTable } from './export-tables.ts'
import { quoteNames, type Script, writeIndexes } from './script.ts'
import { sqliteLiteral } from './sql-literal.ts'

const NOW = ` default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

function writeColumn({ name, form, isRequired, references }: ExportColumn): string {
  const required = isRequired ? ' not null' : ''
  const now = isRequired && /^(createdOn|updatedOn)$/.test(name) ? NOW : ''
  const target = references
    ? ` references ${quoteName(references.table)} ("id") on delete ${references.onDelete}`
    : ''
  return `  ${quoteName(name)} ${STORED_TYPES.sqlite3[form]}${required}${now}${writeFormCheck(form, name)}${target}`
}

function writeTable({ name, columns, primaryKey }: ExportTable): string {
  const lines = [...columns.map(writeColumn), `  primary key (${quoteNames(primaryKey)})`]
  return `create table ${quoteName(name)} (\n${lines.join(',\n')}\n) strict;\n`
}

/** Loads into an empty SQLite file with `sqlite3 FILE < sqlite.sql`. */
export const sqliteScript: Script = {
  engine: 'sqlite3',
  head: ({ tables }: ExportModel) =>
    `pragma foreign_keys = off;\nbegin;\n\n${tables.map(writeTable).join('\n')}\n`,
  literal: sqliteLiteral,
  tail: ({ tables }: ExportModel) =>
    `\n${tables.map(writeIndexes).join('')}commit;\npragma foreign_keys = on;\n`,
}
