import type pg from 'pg'
import { throwIfCancelled } from '../../engine/apply-failure.ts'
import type { ApplyRequest } from '../../engine/database-engine.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { ensureFillFunction } from '../catalogue/bookkeeping.ts'
import { saveProgress } from '../catalogue/migration-store.ts'
import { runStatements } from '../connection/run-statements.ts'
import { inShortTransaction, inTransaction } from '../connection/transact.ts'
import type { PostgresMigrationScope } from './migration-scope.ts'
import {
  backfillStatements,
  checkStatements,
  columnStatements,
  fillStatements,
  postgresIndexStatements,
} from './prepare-sql.ts'

const [FIRST_BATCH, MIN_BATCH, MAX_BATCH] = [500, 50, 20_000]
const BATCH_MS = 60
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface PrepareContext {
  client: pg.Client
  scope: PostgresMigrationScope
  request: ApplyRequest
  /** The last id that each backfill reached before a crash. */
  progress: Record<string, string>
}

/** Builds everything the cutover needs alongside the traffic; each part is idempotent. */
export async function prepareMigration(preparing: PrepareContext): Promise<void> {
  const { client, scope } = preparing
  const { plan } = scope
  const fills = fillStatements(scope)
  if (fills.length > 0) {
    await inTransaction(client, async () => {
      await ensureFillFunction(client, plan.schema)
      await runStatements(client, { plan, statements: fills })
    })
  }
  for (const statements of columnStatements(scope).values()) {
    throwIfCancelled(preparing.request.signal)
    await inShortTransaction(client, () => runStatements(client, { plan, statements }))
  }
  const rewritten = new Set(findOperations(plan, 'rewriteColumn').map((each) => each.tableId))
  for (const tableId of rewritten) await backfill(preparing, tableId)
  for (const index of postgresIndexStatements(scope)) await buildIndex(preparing, index)
  for (const check of checkStatements(scope)) await addCheck(preparing, check)
}

/**
 * Fills a table in short transactions, since a writer on the same row waits for the batch. The batch size
 * adapts so that each takes about the same time, however wide the rows are.
 */
async function backfill(preparing: PrepareContext, tableId: string): Promise<void> {
  const { client, scope, request, progress } = preparing
  const total = await estimateRows(client, scope.before(tableId))
  let size = FIRST_BATCH
  let done = 0
  while (progress[tableId] !== 'done') {
    throwIfCancelled(request.signal)
    const since = performance.now()
    await fillBatch(preparing, { tableId, size })
    const took = performance.now() - since
    done += size
    const grown = size * Math.min(2, Math.max(0.5, BATCH_MS / took))
    size = Math.round(Math.min(MAX_BATCH, Math.max(MIN_BATCH, grown)))
    request.onProgress?.({
      phase: 'prepare',
      stepId: null,
      words: 'Carrying values over',
      done: 0.1 + 0.4 * (total > 0 ? Math.min(1, done / total) : 1),
    })
  }
}

async function fillBatch(
  { client, scope, request, progress }: PrepareContext,
  { tableId, size }: { tableId: string; size: number },
): Promise<void> {
  const { findEnd, fill, fillRest } = backfillStatements(scope, tableId)
  const from = progress[tableId] ?? FIRST_ID
  const result = await client.query<{ id: string }>(findEnd, [from, size - 1])
  const end = result.rows[0]?.id
  await inTransaction(client, async () => {
    // Row events are only for user changes; a batch that a crash loses is repeated.
    await client.query(
      `select set_config('plinth.migrating', '1', true), set_config('synchronous_commit', 'off', true)`,
    )
    if (end === undefined) await client.query(fillRest, [from])
    else await client.query(fill, [from, end])
    progress[tableId] = end ?? 'done'
    const { schema } = scope.plan
    await saveProgress(client, { schema, id: request.migrationId, progress })
  })
}

async function estimateRows(client: pg.Client, table: string): Promise<number> {
  const result = await client.query('select reltuples from pg_class where oid = $1::regclass', [
    table,
  ])
  return Number(result.rows[0]?.reltuples ?? 0)
}

type IndexStatement = ReturnType<typeof postgresIndexStatements>[number]

/** An interrupted build leaves an invalid index, which must be dropped first. */
async function buildIndex(preparing: PrepareContext, index: IndexStatement): Promise<void> {
  const { client, scope, request } = preparing
  throwIfCancelled(request.signal)
  const result = await client.query<{ indisvalid: boolean }>(
    `select i.indisvalid from pg_index i join pg_class x on x.oid = i.indexrelid
     where x.relname = $1 and x.relnamespace = $2::regnamespace`,
    [index.name, scope.schema],
  )
  if (result.rows[0]?.indisvalid) return
  if (result.rows[0]) {
    await client.query(`drop index concurrently if exists ${scope.schema}.${quoteName(index.name)}`)
  }
  request.onProgress?.({
    phase: 'prepare',
    stepId: index.stepId ?? null,
    words: 'Building an index',
    done: 0.5,
  })
  await runStatements(client, { plan: scope.plan, statements: [index] })
}

async function addCheck(
  preparing: PrepareContext,
  check: ReturnType<typeof checkStatements>[number],
): Promise<void> {
  const { client, scope, request } = preparing
  const { plan } = scope
  throwIfCancelled(request.signal)
  const result = await client.query(
    'select 1 from pg_constraint where conname = $1 and conrelid = $2::regclass',
    [check.name, check.table],
  )
  if (result.rowCount === 0) {
    await inShortTransaction(client, () => runStatements(client, { plan, statements: [check.add] }))
  }
  await runStatements(client, { plan, statements: [check.validate] })
}
