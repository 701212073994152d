import type { Placement } from '../../../databases/engine/database-engine.ts'
import { outboxOf } from '../../../databases/postgres/catalogue/event-outbox.ts'
import { codeOf } from '../../../databases/postgres/connection/transact.ts'
import type { EventRead, RowEvent } from '../row-runner.ts'
import type { SingleQueries } from './fair-connections.ts'

const UNDEFINED_TABLE = '42P01'

const COLUMNS = `key, environment_id as "environmentId", table_id as "tableId", operation,
  row_id as "rowId", row, old, by_kind as by, run_id as "runId", depth`

interface Outbox {
  readonly on: SingleQueries
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
  { on, placement }: Outbox,
  { max: most, except }: EventRead,
): Promise<readonly RowEvent[]> {
  const text = `select ${COLUMNS} from ${outboxOf(placement)}
    where environment_id <> all($2::text[]) order by id limit $1`
  const reading = on.query<RowEvent>({ text, values: [most, except] }).then(({ rows }) => rows)
  return unlessMissing(reading, [])
}

export async function removePostgresEvents(
  { on, placement }: Outbox,
  keys: readonly string[],
): Promise<void> {
  const text = `delete from ${outboxOf(placement)} where key = any($1::uuid[])`
  await on.query({ text, values: [keys] })
}
