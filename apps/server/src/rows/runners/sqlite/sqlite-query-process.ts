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

type Cells = readonly SQLOutputValue[]

function answer(file: string, { query, values, tables, isPlan, ...limits }: RawQuery): RawResult {
  try {
    const database = openReadOnly(file, tables)
    const statement = prepareQuery(database, { query, tables })
    if (isPlan) return planOf(database, query, limits.most)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const bound = Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))
    const columns = statement.columns().map(({ name }) => name)
    const found = statement.iterate(bound) as unknown as Iterable<Cells>
    return { ok: true, columns, ...readWithin(found, { columns, ...limits }) }
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

function readWithin(
  found: Iterable<Cells>,
  { columns, most, maxBytes }: Pick<RawQuery, 'most' | 'maxBytes'> & { columns: string[] },
): { cells: unknown[][]; isTruncated: boolean } {
  const cells: unknown[][] = []
  // Each name is repeated in every row of the answer, with its quotes and a colon.
  const names = columns.reduce((sum, name) => sum + Buffer.byteLength(JSON.stringify(name)) + 1, 0)
  let bytes = 0
  for (const each of found) {
    bytes += sizeOfCells(each)
    const row = bytes <= maxBytes && cells.length < most ? each.map(toCell) : undefined
    // Counted as it is sent: escapes and the names of columns can be most of it.
    if (row) bytes += Buffer.byteLength(JSON.stringify(row)) + names - sizeOfCells(each)
    if (!row || bytes > maxBytes) return { cells, isTruncated: true }
    cells.push(row)
  }
  return { cells, isTruncated: false }
}

/** The lines of SQLite's plan, indented by their depth; nothing is executed. The authorizer stays on. */
function planOf(database: DatabaseSync, query: string, most: number): RawResult {
  const steps = database.prepare(`explain query plan ${query}`).all() as unknown as {
    id: number
    parent: number
    detail: string
  }[]
  const depths = new Map<number, number>()
  const cells = steps.slice(0, most).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return [`${'  '.repeat(depth)}${detail}`]
  })
  return { ok: true, columns: ['QUERY PLAN'], cells, isTruncated: steps.length > most }
}

/** A lower bound, found without copying a value. */
function sizeOfCells(row: Cells): number {
  let size = 0
  for (const value of row)
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length
  return size
}

/** An integer that a JSON number cannot represent stays text, as on PostgreSQL. */
function toCell(value: SQLOutputValue): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return value instanceof Uint8Array ? Buffer.from(value) : value
}
