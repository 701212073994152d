import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { QueryFault } from '../../../databases/query-check/readable/query-fault.ts'
import { prepareQuery } from '../../../databases/query-check/sqlite/prepare-query.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { RawQuery, RawResult } from '../row-runner.ts'

/** The longest value that a query may build; this process then stays below a few hundred MB. */
const MAX_VALUE_BYTES = 128 * 1024 * 1024

/** One process per query, so that it can be killed whatever it does. */
process.once('message', ({ file, asked }: { file: string; asked: RawQuery }) => {
  process.send?.(answer(file, asked), () => process.exit(0))
})
process.send?.({ isReady: true })

function answer(file: string, { query, values, tables, most, maxBytes }: RawQuery): RawResult {
  try {
    const database = openReadOnly(file, tables)
    const statement = prepareQuery(database, { query, tables })
    statement.setReadBigInts(true)
    const rows: Record<string, unknown>[] = []
    const bound = Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))
    let bytes = 0
    for (const found of statement.iterate(bound)) {
      bytes += sizeOfCells(found)
      const row = bytes <= maxBytes && rows.length < most ? toRow(found) : undefined
      // Counted as it is sent: escapes and the names of columns can be most of it.
      if (row) bytes += Buffer.byteLength(JSON.stringify(row)) - sizeOfCells(found)
      if (!row || bytes > maxBytes) return { ok: true, rows, isTruncated: true }
      rows.push(row)
    }
    return { ok: true, rows, isTruncated: false }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    const why = error instanceof QueryFault ? message : `The query does not run: ${message}`
    return { ok: false, isAway: false, message: why }
  }
}

/** Each table is hidden behind a view of the same name without its hashed columns. */
function openReadOnly(file: string, tables: RawQuery['tables']): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false, timeout: 1_500 })
  database.enableDefensive(true)
  database.limits.length = MAX_VALUE_BYTES
  database.exec('pragma trusted_schema = off')
  for (const { name, columns } of tables) {
    const cells = columns.map(quoteName).join(', ')
    database.exec(
      `create temp view ${quoteName(name)} as select ${cells} from main.${quoteName(name)}`,
    )
  }
  return database
}

/** A lower bound, found without copying a value. */
function sizeOfCells(row: Record<string, SQLOutputValue>): number {
  let size = 0
  for (const value of Object.values(row))
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length
  return size
}

/** An integer that a JSON number cannot represent stays text, as on PostgreSQL. */
function toRow(row: Record<string, SQLOutputValue>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)]))
}

function toCell(value: SQLOutputValue): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return value instanceof Uint8Array ? Buffer.from(value) : value
}
