import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerRole, viewOwnerRole } from '../../engine/role-names.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { ensurePostgresTables, POSTGRES_INTERNAL_TABLES } from '../catalogue/bookkeeping.ts'
import { deleteEvents, EXTERNAL_LOG_TABLES } from '../catalogue/event-log.ts'
import { codeOf, inShortTransaction, inTransaction } from '../connection/transact.ts'
import { asViewOwner } from './own-views.ts'
import { type RoleState, readRoleState } from './role-state.ts'
import { removeTriggers } from './watch-rows.ts'

/** Creates an environment's schema and anything that an older one lacks. */
export async function provisionEnvironment(
  client: pg.Client,
  { schema, environmentId }: Placement,
): Promise<void> {
  const inside = quoteName(schema)
  await inTransaction(client, async () => {
    await client.query(`create schema if not exists ${inside}`)
    await ensurePostgresTables(client, schema)
    await client.query(
      `insert into ${inside}._plinth_meta (key, value) values ('environment', $1) on conflict do nothing`,
      [environmentId],
    )
  })
}

export async function dropEnvironment(client: pg.Client, placement: Placement): Promise<void> {
  const inside = quoteName(placement.schema)
  // An external database belongs to its owner: drop only what we created there.
  if (placement.connection) {
    await removeTriggers(client, placement.schema)
    const tables = [...POSTGRES_INTERNAL_TABLES, ...EXTERNAL_LOG_TABLES]
    const own = tables.map((table) => `${inside}.${table}`)
    await client.query(`drop table if exists ${own.join(', ')} cascade`)
  } else {
    await inShortTransaction(client, () => client.query(`drop schema if exists ${inside} cascade`))
    await deleteEvents(client, placement)
  }
  await dropRoles(client, placement)
  if (placement.connection)
    await client.query(`drop function if exists ${inside}._plinth_fill(text)`)
}

/** SQLSTATEs for a role that is not ours to drop, or still has privileges in another database. */
const NOT_DROPPED = new Set(['42501', '2BP01', '42704'])

/** Drops the reader and the view owner. A role that cannot be dropped stays, without any privileges here. */
async function dropRoles(client: pg.Client, placement: Placement): Promise<void> {
  const state = await readRoleState(client, { placement, tables: [] })
  const names = [
    ...(state.hasReader ? [readerRole(placement)] : []),
    ...(state.hasViewOwner ? [viewOwnerRole(placement)] : []),
  ].map(quoteName)
  if (names.length === 0) return
  await inTransaction(client, async () => {
    if (placement.connection) await restoreOwnership(client, { placement, state, names })
    await client.query(`drop role ${names.join(', ')}`)
  }).catch((error: unknown) => {
    if (!NOT_DROPPED.has(codeOf(error))) throw error
  })
}

interface RoleRemoval {
  readonly placement: Placement
  readonly state: RoleState
  readonly names: readonly string[]
}

/** Restores an external schema: our role owns the views again, and the two roles lose their privileges. */
async function restoreOwnership(
  client: pg.Client,
  { placement, state, names }: RoleRemoval,
): Promise<void> {
  const inside = quoteName(placement.schema)
  if (state.hasViewOwner)
    await asViewOwner(client, { placement, state }, () =>
      client.query(`reassign owned by ${quoteName(viewOwnerRole(placement))} to current_user`),
    )
  const result = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1)
       and relkind in ('r', 'p', 'v') and pg_has_role(relowner, 'usage')`,
    [inside],
  )
  const all = result.rows.map(({ name }) => `${inside}.${quoteName(name)}`)
  const from = names.join(', ')
  if (all.length > 0) await client.query(`revoke all on ${all.join(', ')} from ${from}`)
  await client.query(`revoke all on schema ${inside} from ${from}`)
}
