import { LRUCache } from 'lru-cache'
import { readRecord } from '../../../databases/engine/catalogue-record.ts'
import { readableTablesOf } from '../../../databases/query-check/readable/readable-tables-of.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { RawQuery, Recorded, Row } from '../row-runner.ts'
import { runSqliteQuery } from './sqlite-query.ts'
import type { Samples, SqliteViewColumn } from './sqlite-views.ts'

/** How many rows are looked at to tell what a column holds. */
const SAMPLE = 50
/** Once rows are there, what they hold is taken for good until the tables change; until then it is asked again. */
const told = new LRUCache<string, Samples>({ max: 1_000, ttl: 3_600_000 })
const untold = new LRUCache<string, Samples>({ max: 1_000, ttl: 5_000 })

/** In a process of its own: a view that takes too long must not keep other tables from being read. */
async function sample(
  file: string,
  { view, tables }: { view: string; tables: RawQuery['tables'] },
): Promise<readonly Row[] | undefined> {
  const query = `select * from ${quoteName(view)} limit ${SAMPLE}`
  try {
    const result = await runSqliteQuery(file, { query, values: [], tables, most: SAMPLE })
    return result.ok ? result.rows : undefined
  } catch {
    return undefined
  }
}

interface SampledViews extends Pick<Recorded, 'release' | 'rows'> {
  readonly columns: readonly SqliteViewColumn[]
}

/** The columns that Computed tables may read, and their own. */
function tablesOf({ rows, columns: views }: SampledViews): RawQuery['tables'] {
  const readable = readableTablesOf(readRecord(rows, 'sqlite3'))
  const computed = Map.groupBy(views, ({ table }) => table)
  return readable.map((table) => ({
    name: table.name,
    columns:
      'columns' in table ? table.columns : (computed.get(table.name) ?? []).map(({ name }) => name),
  }))
}

/** Some rows of each view in which something beside the id is worked out. */
export async function sampleViews(file: string, record: SampledViews): Promise<Samples> {
  const workedOut = record.columns.filter(({ name, origin }) => !origin && name !== 'id')
  const views = new Set(workedOut.map(({ table }) => table))
  if (views.size === 0) return new Map()
  const key = `${file} ${record.release}`
  const before = told.get(key) ?? untold.get(key)
  if (before) return before
  const tables = tablesOf(record).filter(({ columns }) => columns.length > 0)
  const found = await Promise.all([...views].map((view) => sample(file, { view, tables })))
  const samples = new Map([...views].map((view, at) => [view, found[at] ?? []]))
  const kept = found.every((rows) => rows === undefined || rows.length > 0) ? told : untold
  kept.set(key, samples)
  return samples
}
