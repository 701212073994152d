import type { Database } from '@plinth/contract'
import type { Form } from '@plinth/schema'
import { quoteName } from '../../databases/sql/quote-name.ts'
import type { ExportModel, ExportTable } from './export-tables.ts'
import type { OutputFile } from './output-file.ts'
import type { Cell } from './row-source.ts'

/** A SQL script for a plain database of one type: tables, then rows, then constraints. */
export interface Script {
  readonly engine: Database
  head(model: ExportModel): string
  literal(form: Form, cell: Cell): string
  tail(model: ExportModel): string
}

/** Long enough to load fast, short enough for every client. */
const STATEMENT_CHARACTERS = 64 * 1024
const STATEMENT_ROWS = 500

interface Writing {
  readonly file: OutputFile
  readonly script: Script
  readonly table: ExportTable
}

/** Writes rows as a few long statements. */
export async function writeInserts(
  { file, script, table }: Writing,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const { columns, name } = table
  const into = `insert into ${quoteName(name)} (${quoteNames(columns.map((column) => column.name))}) values\n`
  let values: string[] = []
  let characters = 0
  const flush = async () => {
    if (values.length > 0) await file.write(`${into}${values.join(',\n')};\n`)
    values = []
    characters = 0
  }
  for (const row of rows) {
    const cells = columns.map(({ form }, at) => script.literal(form, row[at] ?? null))
    const text = `(${cells.join(', ')})`
    values.push(text)
    characters += text.length
    if (values.length === STATEMENT_ROWS || characters > STATEMENT_CHARACTERS) await flush()
  }
  await flush()
}

/** The queries of Computed tables, for the database type they were written for. */
export function writeViews({ views }: ExportModel, isOwnDialect: boolean): string {
  return views
    .map(({ name, query }) => {
      if (query === undefined)
        return `\n-- The query of ${JSON.stringify(name)} is refused by Plinth; it is in schema.json.\n`
      if (isOwnDialect)
        return `\ncreate view ${quoteName(name)} as ${query.replace(/;\s*$/, '')};\n`
      return `\n-- ${JSON.stringify(name)} is a query for another kind of database; it is in schema.json.\n`
    })
    .join('')
}

export const quoteNames = (all: readonly string[]) => all.map(quoteName).join(', ')

/** The indexes of a table; the syntax is the same for both databases. */
export function writeIndexes({ name, indexes }: ExportTable): string {
  return indexes
    .map((index) => {
      const unique = index.isUnique ? 'unique ' : ''
      return `create ${unique}index ${quoteName(index.name)} on ${quoteName(name)} (${quoteNames(index.columns)});\n`
    })
    .join('')
}
