import type pg from 'pg'
import type { RowUsage } from '../../engine/row-snapshot.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { readLogBytes } from './event-log.ts'
import { readPostgresCatalogue } from './read-catalogue.ts'
import { listCopied } from './snapshot.ts'

const LOCK_MS = 5_000
const TABLE_MS = 300_000
/** What PostgreSQL stores for each row besides its values. */
const ROW_HEADER = 28

interface Table {
  name: string
  columns: string[]
  /** Size on disk with indexes. */
  size: string
}

/**
 * Counts the rows of a schema and the bytes of their values as stored. Space of deleted rows is not counted, because
 * PostgreSQL uses it again; nor are indexes. Internal tables count with their size on disk,
 * and the changes of live tables with their values.
 */
export async function measurePostgresUsage(client: pg.Client, schema: string): Promise<RowUsage> {
  await client.query(`set lock_timeout = ${LOCK_MS}; set statement_timeout = ${TABLE_MS}`)
  const live = await readPostgresCatalogue(client, schema)
  const named = listCopied(live.applied, live).filter(({ isOfPeople }) => isOfPeople)
  const counted = new Set(named.map(({ name }) => name))
  const { rows: tables } = await client.query<Table>(
    `select relname as name, pg_total_relation_size(pg_class.oid)::text as size, array(
       select attname::text from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
     from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1)
       and relkind in ('r', 'p')`,
    [schema],
  )
  let [rows, bytes] = [0, await readLogBytes(client, schema)]
  for (const { name, size, columns } of tables) {
    if (name.startsWith('_plinth_')) {
      bytes += Number(size)
      continue
    }
    const widths = columns.map((column) => `coalesce(pg_column_size(${quoteName(column)}), 0)`)
    const result = await client.query<{ rows: string; bytes: string }>(
      `select count(*) as rows, coalesce(sum(${[ROW_HEADER, ...widths].join(' + ')}), 0) as bytes
       from ${quoteName(schema)}.${quoteName(name)}`,
    )
    const [own] = result.rows
    if (counted.has(name)) rows += Number(own?.rows ?? 0)
    bytes += Number(own?.bytes ?? 0)
  }
  return { rows, bytes }
}
