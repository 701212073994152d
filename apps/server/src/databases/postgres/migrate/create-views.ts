import type pg from 'pg'
import { refuse } from '../../engine/apply-trouble.ts'
import { type Found, findOperations } from '../../engine/operations.ts'
import { findRefusedView } from '../../query-check/find-refused-view.ts'
import { expandStars } from '../../query-check/postgres/expand-stars.ts'
import { readStarColumns } from '../catalogue/read-star-columns.ts'
import { sendOne } from '../connection/send-one.ts'
import { checkView } from './check-view.ts'
import type { Ground } from './ground.ts'

/** Refuses queries that may not become Computed tables, before anybody has to wait for a lock. */
export async function checkQueries({ plan }: Ground): Promise<void> {
  const refused = await findRefusedView(plan, 'postgres')
  if (refused) throw refuse(refused.stepId, refused.message)
}

/** Makes Computed tables; since one may be made over another, those that fail wait for the others. */
export async function createViews(client: pg.Client, ground: Ground): Promise<void> {
  const wanted = findOperations(ground.plan, 'createView')
  if (wanted.length === 0) return
  const ask = async (query: pg.QueryConfig) => (await client.query(query)).rows
  const columns = await readStarColumns(ask, ground.plan.schema)
  let waiting = await Promise.all(
    wanted.map(async (view) => ({ ...view, query: await expandStars(view.query, columns) })),
  )
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
    await sendOne(client, { text: `create view ${ground.table(view.to)} as ${view.query}` })
  } catch (error) {
    await client.query('rollback to savepoint view')
    return error
  }
  await client.query('release savepoint view')
  await checkView(client, { ground, view })
  return undefined
}
