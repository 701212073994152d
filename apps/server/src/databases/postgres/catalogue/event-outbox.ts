import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { quoteName } from '../../sql/quote-name.ts'

const SCHEMA = '_plinth'

/** In an external database we may only write to its own schema. */
export const OUTBOX_TABLE = '_plinth_event'

/** The outbox table: one for all environments of a data database. */
export function outboxOf({ connection, schema }: Pick<Placement, 'connection' | 'schema'>): string {
  return connection ? `${quoteName(schema)}.${OUTBOX_TABLE}` : `${SCHEMA}.row_event`
}

/** Creates the outbox if needed; call within a transaction. */
export async function ensureOutbox(client: pg.Client, placement: Placement): Promise<void> {
  const outbox = outboxOf(placement)
  const known = await client.query('select to_regclass($1) as found', [outbox])
  if (known.rows[0]?.found) return
  // Two environments of one database may create it at the same time.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7234502))', [outbox])
  if (!placement.connection) await client.query(`create schema if not exists ${SCHEMA}`)
  await client.query(`create table if not exists ${outbox} (
    id bigint generated always as identity primary key,
    key uuid not null unique default gen_random_uuid(),
    environment_id text not null, table_id text not null, operation text not null,
    row_id text not null, row text not null, old text, by_kind text, run_id text,
    depth integer not null, created_on timestamptz(3) not null default now())`)
}

/** Deletes the events of an environment that is being dropped. */
export async function deleteEvents(client: pg.Client, placement: Placement): Promise<void> {
  const outbox = outboxOf(placement)
  const known = await client.query('select to_regclass($1) as found', [outbox])
  if (!known.rows[0]?.found) return
  await client.query(`delete from ${outbox} where environment_id = $1`, [placement.environmentId])
}
