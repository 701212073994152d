import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerOf, viewOwnerOf } from '../../engine/reader-of.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { ensureBookkeeping, OWN_TABLES } from '../catalogue/bookkeeping.ts'
import { forgetEvents, OUTBOX_TABLE } from '../catalogue/event-outbox.ts'
import { codeOf, inTransaction } from '../connection/transact.ts'
import { asViewOwner } from './own-views.ts'
import { type RoleState, readRoleState } from './role-state.ts'
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
  await dropRoles(client, placement)
  if (placement.connection)
    await client.query(`drop function if exists ${inside}._plinth_fill(text)`)
}

/** What PostgreSQL answers where a role is not ours to drop, or still has rights in another database. */
const NOT_DROPPED = new Set(['42501', '2BP01', '42704'])

/** Drops the reader and the view owner. A role that cannot be dropped has nothing left to read, and stays. */
async function dropRoles(client: pg.Client, placement: Placement): Promise<void> {
  const state = await readRoleState(client, { placement, tables: [] })
  const names = [
    ...(state.hasReader ? [readerOf(placement)] : []),
    ...(state.hasViewOwner ? [viewOwnerOf(placement)] : []),
  ].map(quoteName)
  if (names.length === 0) return
  await inTransaction(client, async () => {
    if (placement.connection) await giveBack(client, { placement, state, names })
    await client.query(`drop role ${names.join(', ')}`)
  }).catch((error: unknown) => {
    if (!NOT_DROPPED.has(codeOf(error))) throw error
  })
}

interface Giving {
  readonly placement: Placement
  readonly state: RoleState
  readonly names: readonly string[]
}

/** Leaves somebody else's schema as it was: views are ours again, and the roles have no rights. */
async function giveBack(client: pg.Client, { placement, state, names }: Giving): Promise<void> {
  const inside = quoteName(placement.schema)
  if (state.hasViewOwner)
    await asViewOwner(client, { placement, state }, () =>
      client.query(`reassign owned by ${quoteName(viewOwnerOf(placement))} to current_user`),
    )
  const found = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1)
       and relkind in ('r', 'p', 'v') and pg_has_role(relowner, 'usage')`,
    [inside],
  )
  const all = found.rows.map(({ name }) => `${inside}.${quoteName(name)}`)
  const from = names.join(', ')
  if (all.length > 0) await client.query(`revoke all on ${all.join(', ')} from ${from}`)
  await client.query(`revoke all on schema ${inside} from ${from}`)
}
