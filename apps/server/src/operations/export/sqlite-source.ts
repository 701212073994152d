import { join } from 'node:path'
import { readRecord } from '../../databases/engine/catalogue-record.ts'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { quoteName } from '../../databases/sql/quote-name.ts'
import { openFile } from '../../databases/sqlite/catalogue/open-file.ts'
import type { ExportColumn, ExportTable } from './export-tables.ts'
import type { Cell, RowSource } from './row-source.ts'

const BATCH_CHARACTERS = 1_000_000
const BUSY_MS = 10_000

function toCell({ form }: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (form === 'boolean') return value === 0n ? 'false' : 'true'
  return Object.is(value, -0) ? '-0' : String(value)
}

function selectOf({ columns, primaryKey, storedName }: ExportTable): string {
  const read = columns.map(({ name, form }) => (form === 'secret' ? 'null' : quoteName(name)))
  const order = primaryKey.map(quoteName).join(', ')
  return `select ${read.join(', ')} from ${quoteName(storedName)} order by ${order}`
}

/** Opens a read transaction; concurrent writes continue and are not seen. */
export function openSqliteSource(dataDir: string, { database }: Placement): RowSource {
  const file = openFile(join(dataDir, 'projects', database), {
    fileMustExist: true,
    timeout: BUSY_MS,
  })
  file.pragma('query_only = ON')
  file.exec('begin')
  const recorded = file
    .prepare(`select kind, definition from _plinth_catalogue where kind <> 'join'`)
    .all() as { kind: string; definition: string }[]
  return {
    configuration: readRecord(recorded, 'sqlite3'),
    async *rows(table) {
      const statement = file.prepare<[], unknown[]>(selectOf(table)).raw().safeIntegers()
      let batch: Cell[][] = []
      let characters = 0
      for (const values of statement.iterate()) {
        const row = table.columns.map((column, at) => toCell(column, values[at]))
        batch.push(row)
        for (const cell of row) characters += cell?.length ?? 0
        if (characters < BATCH_CHARACTERS) continue
        yield batch
        batch = []
        characters = 0
      }
      yield batch
    },
    async close() {
      file.close()
    },
  }
}
