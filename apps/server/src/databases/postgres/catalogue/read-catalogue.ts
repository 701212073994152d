import type { Configuration } from '@plinth/contract'
import type { LiveCatalogue, LiveTable, TrashedItem } from '@plinth/schema'
import type pg from 'pg'
import { digestOf, readRecord, toTrashEntry } from '../../engine/catalogue-record.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { POSTGRES_INTERNAL_TABLES } from './bookkeeping.ts'
import { EXTERNAL_LOG_TABLES } from './event-log.ts'

const RELATIONS = `
  select c.oid::int8 as oid, c.relname as name, c.relkind in ('v', 'm') as is_view, c.reltuples as rows
  from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and c.relname <> all($2) order by c.relname`

const COLUMNS = `
  select a.attrelid::int8 as oid, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as is_required, a.atthasdef or a.attidentity <> '' as has_default
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped order by a.attrelid, a.attnum`

const INDEXES = `
  select i.indrelid::int8 as oid, x.relname as name, i.indisunique as is_unique, i.indisvalid as is_valid,
    array(select coalesce(a.attname, '') from unnest(i.indkey) with ordinality as k (number, place)
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      order by k.place)::text[] as columns
  from pg_index i join pg_class x on x.oid = i.indexrelid
  where x.relnamespace = $1::regnamespace order by x.relname`

const FOREIGN_KEYS = `
  select k.conrelid::int8 as oid, k.conname as name, a.attname as column, t.relname as target
  from pg_constraint k join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.connamespace = $1::regnamespace and k.contype = 'f' and cardinality(k.conkey) = 1
  order by k.conname`

interface ColumnRow {
  oid: string
  name: string
  type: string
  is_required: boolean
  has_default: boolean
}

/** Reads the database's own catalogue and our recorded configuration. */
export async function readPostgresCatalogue(
  client: pg.Client,
  schema: string,
): Promise<LiveCatalogue> {
  // `regnamespace` parses its text as an identifier.
  const space = quoteName(schema)
  const relations = await client.query(RELATIONS, [
    space,
    [...POSTGRES_INTERNAL_TABLES, ...EXTERNAL_LOG_TABLES],
  ])
  const columns = await client.query<ColumnRow>(COLUMNS, [space])
  const indexes = await client.query(INDEXES, [space])
  const foreignKeys = await client.query(FOREIGN_KEYS, [space])
  const of = <T extends { oid: string }>(rows: T[]) => Map.groupBy(rows, (row) => row.oid)
  const [byColumn, byIndex, byKey] = [of(columns.rows), of(indexes.rows), of(foreignKeys.rows)]
  const tables: LiveTable[] = relations.rows.map((row) => ({
    name: row.name,
    kind: row.is_view ? 'view' : 'table',
    columns: (byColumn.get(row.oid) ?? []).map((column) => ({
      name: column.name,
      type: column.type,
      isRequired: column.is_required,
      hasDefault: column.has_default,
    })),
    indexes: (byIndex.get(row.oid) ?? []).map((index) => ({
      name: index.name,
      columns: index.columns,
      isUnique: index.is_unique,
      isValid: index.is_valid,
    })),
    foreignKeys: (byKey.get(row.oid) ?? []).map(({ name, column, target }) => ({
      name,
      column,
      target,
    })),
    rows: row.is_view || row.rows < 0 ? null : Number(row.rows),
  }))
  const applied = await readApplied(client, schema)
  const digest = digestOf({ applied, tables })
  return {
    engine: 'postgres',
    schema,
    digest,
    applied,
    tables,
    trash: await readTrash(client, schema),
  }
}

async function readApplied(client: pg.Client, schema: string): Promise<Configuration> {
  const result = await client.query<{ kind: string; definition: string }>(
    `select kind, definition from ${quoteName(schema)}._plinth_catalogue order by kind, id`,
  )
  return readRecord(result.rows, 'postgres')
}

async function readTrash(client: pg.Client, schema: string): Promise<TrashedItem[]> {
  const result = await client.query(
    `select * from ${quoteName(schema)}._plinth_trash order by trashed_on, id`,
  )
  return result.rows.map((row) =>
    toTrashEntry({ ...row, trashed_on: row.trashed_on.toISOString() }),
  )
}
