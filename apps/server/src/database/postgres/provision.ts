import type pg from 'pg'
import type { Placement } from '../database-engine.ts'
import { quoteName } from '../quote-name.ts'
import { ensureBookkeeping, OWN_TABLES } from './bookkeeping.ts'
import { inTransaction } from './transact.ts'

/** Makes an environment's schema and what older ones lack in it. */
export async function provisionEnvironment(
  client: pg.Client,
  { schema, environmentId }: Placement,
): Promise<void> {
  const inside = quoteName(schema)
  await inTransaction(client, async () => {
    await client.query(`create schema if not exists ${inside}`)
    await ensureBookkeeping(client, schema)
    await client.query(
      `insert into ${inside}._plinth_meta (key, value) values ('environment', $1) on conflict do nothing`,
      [environmentId],
    )
  })
}

export async function dropEnvironment(client: pg.Client, placement: Placement): Promise<void> {
  const inside = quoteName(placement.schema)
  // An external database belongs to somebody else: only what we put there goes.
  const text = placement.connection
    ? `drop table if exists ${OWN_TABLES.map((table) => `${inside}.${table}`).join(', ')} cascade`
    : `drop schema if exists ${inside} cascade`
  await client.query(text)
  if (placement.connection)
    await client.query(`drop function if exists ${inside}._plinth_fill(text)`)
}
