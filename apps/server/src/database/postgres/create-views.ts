import type pg from 'pg'
import { refuse } from '../apply-trouble.ts'
import { type Found, findOperations } from '../operations.ts'
import { findRefusedView } from '../query-check/find-refused-view.ts'
import type { Ground } from './ground.ts'

/** Makes Computed tables; since one may be made over another, those that fail wait for the others. */
export async function createViews(client: pg.Client, ground: Ground): Promise<void> {
  let waiting = findOperations(ground.plan, 'createView')
  if (waiting.length === 0) return
  const refused = await findRefusedView(ground.plan, 'postgres')
  if (refused) throw refuse(refused.stepId, refused.message)
  // People write table names alone; only for as long as this transaction.
  await client.query(`select set_config('search_path', $1, true)`, [ground.schema])
  while (waiting.length > 0) {
    const failed: { view: Found<'createView'>; error: unknown }[] = []
    for (const view of waiting) {
      const error = await createView(client, { ground, view })
      if (error) failed.push({ view, error })
    }
    const [first] = failed
    if (first && failed.length === waiting.length) {
      const message = first.error instanceof Error ? first.error.message : 'unknown'
      throw refuse(first.view.stepId, `The query of "${first.view.to}" does not run: ${message}`)
    }
    waiting = failed.map(({ view }) => view)
  }
  await client.query(`select set_config('search_path', '', true)`)
}

async function createView(
  client: pg.Client,
  { ground, view }: { ground: Ground; view: Found<'createView'> },
): Promise<unknown> {
  await client.query('savepoint view')
  try {
    await client.query(`create view ${ground.table(view.to)} as ${view.query}`)
  } catch (error) {
    await client.query('rollback to savepoint view')
    return error
  }
  await client.query('release savepoint view')
  await checkView(client, { ground, view })
  return undefined
}

const USED = `
  select distinct n.nspname as schema, c.relname as table, a.attname as column
  from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
    join pg_class c on c.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and d.refobjsubid > 0
  where r.ev_class = $1::regclass and c.oid <> $1::regclass`

/** A view may use the project's own tables alone, no field that readers may not see, and must have an id. */
async function checkView(
  client: pg.Client,
  { ground, view }: { ground: Ground; view: Found<'createView'> },
): Promise<void> {
  const { plan } = ground
  const reference = ground.table(view.to)
  const used = await client.query<{ schema: string; table: string; column: string | null }>(USED, [
    reference,
  ])
  const tables = new Map(plan.wanted.tables.map((table) => [table.name, table]))
  for (const { schema, table, column } of used.rows) {
    const known = schema === plan.schema ? tables.get(table) : undefined
    const isJoin = schema === plan.schema && table.startsWith('_plinth_join_')
    if (!known && !isJoin) {
      throw refuse(view.stepId, `"${view.to}" may use the project's own tables only.`)
    }
    const options = known?.columns.find((each) => each.name === column)?.options
    if (options && (options.isHidden || ('isHashed' in options && options.isHashed))) {
      throw refuse(view.stepId, `"${view.to}" may not use "${column}", which is hidden or hashed.`)
    }
  }
  const columns = await client.query(
    `select 1 from pg_attribute where attrelid = $1::regclass and attname = 'id'`,
    [reference],
  )
  if (columns.rowCount === 0) throw refuse(view.stepId, `"${view.to}" must have a column "id".`)
}
