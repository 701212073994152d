import type pg from 'pg'
import { refuseStep } from '../../engine/apply-failure.ts'
import { findOperations, type PlannedOperation } from '../../engine/plan-operations.ts'
import { findRefusedView } from '../../query-check/find-refused-view.ts'
import { expandStars } from '../../query-check/postgres/expand-stars.ts'
import { readStarColumns } from '../catalogue/read-star-columns.ts'
import { sendOne } from '../connection/send-one.ts'
import { checkView } from './check-view.ts'
import type { PostgresMigrationScope } from './migration-scope.ts'

/** Rejects queries that may not become Computed tables, before any lock is taken. */
export async function checkQueries({ plan }: PostgresMigrationScope): Promise<void> {
  const refused = await findRefusedView(plan, 'postgres')
  if (refused) throw refuseStep(refused.stepId, refused.message)
}

/** Creates Computed tables; one may use another, so those that fail are retried after the others. */
export async function createPostgresViews(
  client: pg.Client,
  scope: PostgresMigrationScope,
): Promise<void> {
  const wanted = findOperations(scope.plan, 'createView')
  if (wanted.length === 0) return
  const ask = async (query: pg.QueryConfig) => (await client.query(query)).rows
  const columns = await readStarColumns(ask, scope.plan.schema)
  let waiting = await Promise.all(
    wanted.map(async (view) => ({ ...view, query: await expandStars(view.query, columns) })),
  )
  // Users write unqualified table names. Local to this transaction.
  await client.query(`select set_config('search_path', $1, true)`, [scope.schema])
  while (waiting.length > 0) {
    const failed: { view: PlannedOperation<'createView'>; error: unknown }[] = []
    for (const view of waiting) {
      const error = await createView(client, { scope, view })
      if (error) failed.push({ view, error })
    }
    const [first] = failed
    if (first && failed.length === waiting.length) {
      const message = first.error instanceof Error ? first.error.message : 'unknown'
      throw refuseStep(
        first.view.stepId,
        `The query of "${first.view.to}" does not run: ${message}`,
      )
    }
    waiting = failed.map(({ view }) => view)
  }
  await client.query(`select set_config('search_path', '', true)`)
}

async function createView(
  client: pg.Client,
  { scope, view }: { scope: PostgresMigrationScope; view: PlannedOperation<'createView'> },
): Promise<unknown> {
  await client.query('savepoint view')
  try {
    await sendOne(client, { text: `create view ${scope.table(view.to)} as ${view.query}` })
  } catch (error) {
    await client.query('rollback to savepoint view')
    return error
  }
  await client.query('release savepoint view')
  await checkView(client, { scope, view })
  return undefined
}
