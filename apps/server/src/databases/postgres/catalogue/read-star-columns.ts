import { TRASH_PREFIX } from '@plinth/schema'
import type { StarColumns } from '../../query-check/postgres/expand-stars.ts'

/** Parameters: the schema and the prefix of trashed columns. */
const WITH_DELETED = `
  select c.relname as table,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where not a.attname ^@ $2), '{}') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = $1 and c.relkind in ('r', 'p')
  group by c.relname having bool_or(a.attname ^@ $2)`

type RunQuery = (query: { text: string; values: unknown[] }) => Promise<readonly unknown[]>

/** The columns that `*` means in tables that still have columns of deleted fields. */
export async function readStarColumns(run: RunQuery, schema: string): Promise<StarColumns> {
  const found = await run({ text: WITH_DELETED, values: [schema, TRASH_PREFIX] })
  return new Map(
    (found as { table: string; columns: string[] }[]).map(({ table, columns }) => [table, columns]),
  )
}
