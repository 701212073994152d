import type pg from 'pg'
import type { Placement } from '../database-engine.ts'
import { quoteName } from '../quote-name.ts'
import { readerOf } from '../reader-of.ts'
import { ensureBookkeeping, OWN_TABLES } from './bookkeeping.ts'
import { forgetEvents, OUTBOX_TABLE } from './event-outbox.ts'
import { inTransaction } from './transact.ts'
import { removeTriggers } from './watch-rows.ts'

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
  if (placement.connection) {
    await removeTriggers(client, placement.schema)
    const own = [...OWN_TABLES, OUTBOX_TABLE].map((table) => `${inside}.${table}`)
    await client.query(`drop table if exists ${own.join(', ')} cascade`)
  } else {
    await client.query(`drop schema if exists ${inside} cascade`)
    await forgetEvents(client, placement)
  }
  await dropReader(client, placement)
  if (placement.connection)
    await client.query(`drop function if exists ${inside}._plinth_fill(text)`)
}

/** Who reads for staff owns nothing, so that it can go once there is nothing to read. */
async function dropReader(client: pg.Client, placement: Placement): Promise<void> {
  const role = readerOf(placement)
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (found.rowCount === 0) return
  // A role that a foreign server keeps has nothing left to read, and must not hold up the rest.
  await client.query(`drop owned by ${quoteName(role)}`).catch(() => undefined)
  await client.query(`drop role ${quoteName(role)}`).catch(() => undefined)
}
