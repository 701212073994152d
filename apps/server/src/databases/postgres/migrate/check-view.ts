import type pg from 'pg'
import { refuseStep } from '../../engine/apply-failure.ts'
import type { PlannedOperation } from '../../engine/plan-operations.ts'
import { isRestricted } from '../access/grant-columns.ts'
import type { PostgresMigrationScope } from './migration-scope.ts'

/**
 * What a view's query depends on. pg_depend does not distinguish a whole row (`to_jsonb(t)`) from no column
 * at all (`count(*)`), but the columns that need SELECT do: they are listed from 7 on, and 7 itself is the
 * whole row.
 */
const USED = `
  select distinct n.nspname as schema, c.relname as table, a.attname as column,
    r.ev_action::text ~ (':relid ' || c.oid || ' [^{}]*?:selectedCols \\(b( [0-9]+)* 7[ )]') as "isWhole"
  from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
    join pg_class c on c.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and d.refobjsubid > 0
  where r.ev_class = $1::regclass and c.oid <> $1::regclass`

interface Used {
  readonly schema: string
  readonly table: string
  readonly column: string | null
  readonly isWhole: boolean
}

interface Checking {
  readonly scope: PostgresMigrationScope
  readonly view: PlannedOperation<'createView'>
}

/** A view may only use the project's own tables, no restricted column, and must have an id. */
export async function checkView(client: pg.Client, { scope, view }: Checking): Promise<void> {
  const reference = scope.table(view.to)
  const used = await client.query<Used>(USED, [reference])
  for (const each of used.rows) checkUsed(each, { scope, view })
  const columns = await client.query(
    `select 1 from pg_attribute where attrelid = $1::regclass and attname = 'id'`,
    [reference],
  )
  if (columns.rowCount === 0) throw refuseStep(view.stepId, `"${view.to}" must have a column "id".`)
}

function checkUsed(
  { schema, table, column, isWhole }: Used,
  { scope: { plan }, view }: Checking,
): void {
  const isOwn = schema === plan.schema
  const known = isOwn ? plan.wanted.tables.find(({ name }) => name === table) : undefined
  if (!known && !(isOwn && table.startsWith('_plinth_join_')))
    throw refuseStep(view.stepId, `"${view.to}" may use the project's own tables only.`)
  const shut = known?.columns.filter(isRestricted).map(({ name }) => name) ?? []
  if (column !== null && shut.includes(column))
    throw refuseStep(
      view.stepId,
      `"${view.to}" may not use "${column}", which is hidden or hashed.`,
    )
  const [first] = shut
  if (isWhole && first !== undefined)
    throw refuseStep(
      view.stepId,
      `"${view.to}" may not use whole rows of "${table}": its column "${first}" is hidden or hashed. Name the columns instead.`,
    )
}
