import type { StarColumns } from '../../query-check/postgres/expand-stars.ts'

/** Bound: the schema. */
const WITH_DELETED = `
  select c.relname as table,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where not a.attname ^@ '_plinth_gone_'), '{}') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = $1 and c.relkind in ('r', 'p')
  group by c.relname having bool_or(a.attname ^@ '_plinth_gone_')`

type Ask = (query: { text: string; values: unknown[] }) => Promise<readonly unknown[]>

/** What `*` means for tables that still have columns of deleted fields. */
export async function readStarColumns(ask: Ask, schema: string): Promise<StarColumns> {
  const found = await ask({ text: WITH_DELETED, values: [schema] })
  return new Map(
    (found as { table: string; columns: string[] }[]).map(({ table, columns }) => [table, columns]),
  )
}
