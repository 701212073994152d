import { STORED_TYPES } from '@plinth/schema'
import { quoteName } from '../../databases/sql/quote-name.ts'
import type { ExportColumn, ExportModel, ExportTable } from './export-tables.ts'
import { quoteNames, type Script, writeIndexes } from './script.ts'
import { postgresLiteral } from './sql-literal.ts'

function writeColumn({ name, form, isRequired }: ExportColumn): string {
  const now = isRequired && form === 'moment' && /^(createdOn|updatedOn)$/.test(name)
  const type = STORED_TYPES.postgres[form]
  return `  ${quoteName(name)} ${type}${isRequired ? ' not null' : ''}${now ? ' default now()' : ''}`
}

function writeTable({ name, columns, primaryKey }: ExportTable): string {
  const lines = [...columns.map(writeColumn), `  primary key (${quoteNames(primaryKey)})`]
  return `create table ${quoteName(name)} (\n${lines.join(',\n')}\n);\n`
}

function writeKeys({ name, columns }: ExportTable): string {
  return columns
    .flatMap((column) => {
      if (!column.references) return []
      const { table, onDelete } = column.references
      return `alter table ${quoteName(name)} add foreign key (${quoteName(column.name)}) references ${quoteName(table)} ("id") on delete ${onDelete};\n`
    })
    .join('')
}

/** Loads into an empty PostgreSQL database with `psql -f`. */
export const postgresScript: Script = {
  engine: 'postgres',
  head: ({ tables }: ExportModel) =>
    `set client_encoding = 'UTF8';\nset standard_conforming_strings = on;\nbegin;\n\n${tables.map(writeTable).join('\n')}\n`,
  literal: postgresLiteral,
  // Added after all rows, so that tables may refer to each other and each constraint is checked once.
  tail: ({ tables }: ExportModel) =>
    `\n${tables.map(writeKeys).join('')}commit;\n\n${tables.map(writeIndexes).join('')}`,
}
