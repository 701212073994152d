import { LRUCache } from 'lru-cache'
import { readRecord } from '../../../databases/engine/catalogue-record.ts'
import { readableTablesOf } from '../../../databases/query-check/readable/readable-tables-of.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { RawQuery, Recorded, Row } from '../row-runner.ts'
import { rowsOf } from '../rows-of.ts'
import { runSqliteQuery } from './sqlite-query.ts'
import type { Samples, SqliteViewColumn } from './sqlite-views.ts'

/** Rows to sample to determine a column's type. */
const SAMPLE = 50
const SAMPLE_BYTES = 1_048_576
/** Samples with rows are cached until the tables change; empty ones only briefly. */
const filledSamples = new LRUCache<string, Samples>({ max: 1_000, ttl: 3_600_000 })
const emptySamples = new LRUCache<string, Samples>({ max: 1_000, ttl: 5_000 })

/** In its own process: a slow view must not block reads of other tables. */
async function sample(
  file: string,
  { view, tables }: { view: string; tables: RawQuery['tables'] },
): Promise<readonly Row[] | undefined> {
  const query = `select * from ${quoteName(view)} limit ${SAMPLE}`
  try {
    const limits = { most: SAMPLE, maxBytes: SAMPLE_BYTES }
    const result = await runSqliteQuery(file, { query, values: [], tables, ...limits })
    return result.ok ? rowsOf(result) : undefined
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

/** Samples of each view that has a computed column besides the id. */
export async function sampleViews(file: string, record: SampledViews): Promise<Samples> {
  const computed = record.columns.filter(({ name, origin }) => !origin && name !== 'id')
  const views = new Set(computed.map(({ table }) => table))
  if (views.size === 0) return new Map()
  const key = `${file} ${record.release}`
  const before = filledSamples.get(key) ?? emptySamples.get(key)
  if (before) return before
  const tables = tablesOf(record).filter(({ columns }) => columns.length > 0)
  const found = await Promise.all([...views].map((view) => sample(file, { view, tables })))
  const samples = new Map([...views].map((view, at) => [view, found[at] ?? []]))
  const kept = found.every((rows) => rows === undefined || rows.length > 0)
    ? filledSamples
    : emptySamples
  kept.set(key, samples)
  return samples
}
