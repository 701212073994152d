import type pg from 'pg'
import { throwIfCancelled } from '../apply-trouble.ts'
import type { ApplyRequest } from '../database-engine.ts'
import { findOperations } from '../operations.ts'
import { quoteName } from '../quote-name.ts'
import { ensureFillFunction } from './bookkeeping.ts'
import type { Ground } from './ground.ts'
import { keepProgress } from './migration-store.ts'
import {
  backfillStatement,
  checkStatements,
  columnStatements,
  fillStatements,
  indexStatements,
} from './prepare-sql.ts'
import { runStatements } from './run-statements.ts'
import { inShortTransaction, inTransaction } from './transact.ts'

const BATCH = 2_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface Preparing {
  client: pg.Client
  ground: Ground
  request: ApplyRequest
  /** Where each backfill had come to before a crash. */
  progress: Record<string, string>
}

/** Builds everything the flip needs beside the running traffic; each part can be repeated. */
export async function prepare(preparing: Preparing): Promise<void> {
  const { client, ground } = preparing
  const { plan } = ground
  const fills = fillStatements(ground)
  if (fills.length > 0) {
    await inTransaction(client, async () => {
      await ensureFillFunction(client, plan.schema)
      await runStatements(client, { plan, statements: fills })
    })
  }
  for (const statements of columnStatements(ground).values()) {
    throwIfCancelled(preparing.request.signal)
    await inShortTransaction(client, () => runStatements(client, { plan, statements }))
  }
  const rewritten = new Set(findOperations(plan, 'rewriteColumn').map((each) => each.tableId))
  for (const tableId of rewritten) await backfill(preparing, tableId)
  for (const index of indexStatements(ground)) await buildIndex(preparing, index)
  for (const check of checkStatements(ground)) await addCheck(preparing, check)
}

async function backfill(preparing: Preparing, tableId: string): Promise<void> {
  const { client, ground, request, progress } = preparing
  const text = backfillStatement(ground, tableId)
  const total = await estimateRows(client, ground.before(tableId))
  let done = 0
  let last: string | undefined = progress[tableId] ?? FIRST_ID
  while (last !== undefined && last !== 'done') {
    throwIfCancelled(request.signal)
    const from: string = last
    last = await inTransaction(client, async () => {
      // Row events are for changes that people made.
      await client.query(`select set_config('plinth.migrating', '1', true)`)
      const moved = await client.query<{ id: string }>(text, [from, BATCH])
      progress[tableId] = moved.rows[0]?.id ?? 'done'
      await keepProgress(client, { schema: ground.plan.schema, id: request.migrationId, progress })
      return moved.rows[0]?.id
    })
    done += BATCH
    const part = total > 0 ? Math.min(1, done / total) : 1
    request.onProgress?.({
      phase: 'prepare',
      stepId: `rewriteColumn:${tableId}`,
      words: 'Carrying values over',
      done: 0.1 + 0.4 * part,
    })
  }
}

async function estimateRows(client: pg.Client, table: string): Promise<number> {
  const found = await client.query('select reltuples from pg_class where oid = $1::regclass', [
    table,
  ])
  return Number(found.rows[0]?.reltuples ?? 0)
}

type IndexStatement = ReturnType<typeof indexStatements>[number]

/** A build that broke leaves an invalid index behind, which has to go first. */
async function buildIndex(preparing: Preparing, index: IndexStatement): Promise<void> {
  const { client, ground, request } = preparing
  throwIfCancelled(request.signal)
  const found = await client.query<{ indisvalid: boolean }>(
    `select i.indisvalid from pg_index i join pg_class x on x.oid = i.indexrelid
     where x.relname = $1 and x.relnamespace = $2::regnamespace`,
    [index.name, ground.schema],
  )
  if (found.rows[0]?.indisvalid) return
  if (found.rows[0]) {
    await client.query(
      `drop index concurrently if exists ${ground.schema}.${quoteName(index.name)}`,
    )
  }
  request.onProgress?.({
    phase: 'prepare',
    stepId: index.stepId ?? null,
    words: 'Building an index',
    done: 0.5,
  })
  await runStatements(client, { plan: ground.plan, statements: [index] })
}

async function addCheck(
  preparing: Preparing,
  check: ReturnType<typeof checkStatements>[number],
): Promise<void> {
  const { client, ground, request } = preparing
  const { plan } = ground
  throwIfCancelled(request.signal)
  const found = await client.query(
    'select 1 from pg_constraint where conname = $1 and conrelid = $2::regclass',
    [check.name, check.table],
  )
  if (found.rowCount === 0) {
    await inShortTransaction(client, () => runStatements(client, { plan, statements: [check.add] }))
  }
  await runStatements(client, { plan, statements: [check.validate] })
}
