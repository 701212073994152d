import type pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { outboxOf } from '../../../databases/postgres/catalogue/event-outbox.ts'
import { codeOf } from '../../../databases/postgres/connection/transact.ts'
import type { EventRead, RowEvent } from '../row-runner.ts'

const UNDEFINED_TABLE = '42P01'

const COLUMNS = `key, environment_id as "environmentId", table_id as "tableId", operation,
  row_id as "rowId", row, old, by_kind as by, run_id as "runId", depth`

interface Outbox {
  readonly pool: pg.Pool
  readonly placement: Placement
}

/** The outbox table only exists once something is watched. */
async function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return work.catch((error) => {
    if (codeOf(error) === UNDEFINED_TABLE) return otherwise
    throw error
  })
}

/** The oldest events of a data database. */
export async function readPostgresEvents(
  { pool, placement }: Outbox,
  { max: most, except }: EventRead,
): Promise<readonly RowEvent[]> {
  const text = `select ${COLUMNS} from ${outboxOf(placement)}
    where environment_id <> all($2::text[]) order by id limit $1`
  const reading = pool.query<RowEvent>(text, [most, except]).then(({ rows }) => rows)
  return unlessMissing(reading, [])
}

export async function removePostgresEvents(
  { pool, placement }: Outbox,
  keys: readonly string[],
): Promise<void> {
  await pool.query(`delete from ${outboxOf(placement)} where key = any($1::uuid[])`, [keys])
}
