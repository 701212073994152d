import type { Configuration } from '@plinth/contract'
import { shapesOf } from '@plinth/schema'
import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerRole, viewOwnerRole } from '../../engine/role-names.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { grantColumns, listGranted } from './grant-columns.ts'
import { revokeViews, transferViews } from './own-views.ts'
import { type RoleState, readRoleState } from './role-state.ts'

type Client = Pick<pg.ClientBase, 'query'>

interface RoleUpdate {
  readonly placement: Placement
  readonly configuration: Configuration
}

/** Key of `_plinth_meta` with the release whose columns are granted. */
export const GRANTED_KEY = 'reader-grants'

/** Serializes changes to an environment's roles and the tables they may read, until the transaction ends. */
export async function lockRoles(client: Client, placement: Placement): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7234503))', [
    readerRole(placement),
  ])
}

const VIEWS = `
  select c.relname as name, pg_has_role(c.relowner, 'usage') as "isOurs" from pg_class c
  where c.relnamespace = $1::regnamespace and c.relkind = 'v' and c.relname = any($2)`

async function findViews(client: Client, { placement, configuration }: RoleUpdate) {
  const names = [...shapesOf(configuration).views.values()].map(({ name }) => name)
  const bound = [quoteName(placement.schema), names]
  const result = await client.query<{ name: string; isOurs: boolean }>(VIEWS, bound)
  return result.rows
}

async function createRoles(client: Client, placement: Placement, state: RoleState): Promise<void> {
  const limits = 'nosuperuser nocreatedb nocreaterole noinherit noreplication'
  const [reader, owner] = [readerRole(placement), viewOwnerRole(placement)].map(quoteName)
  // The reader gets its password at its first login.
  if (!state.hasReader) await client.query(`create role ${reader} nologin ${limits}`)
  if (!state.hasViewOwner) await client.query(`create role ${owner} nologin ${limits}`)
}

interface FoundRoles extends RoleUpdate {
  readonly state: RoleState
  readonly views: readonly string[]
}

async function applyRoles(client: Client, update: FoundRoles): Promise<void> {
  const { placement, state } = update
  await createRoles(client, placement, state)
  await grantColumns(client, update)
  await transferViews(client, update)
}

/**
 * Brings an environment's two roles in line with its configuration; call within a transaction that holds
 * their lock. Returns a sentence about the missing privilege if the roles cannot be created.
 */
export async function updateRoles(
  client: Client,
  { placement, configuration }: RoleUpdate,
): Promise<string | undefined> {
  const views = (await findViews(client, { placement, configuration })).map(({ name }) => name)
  const tables = [...listGranted(configuration), ...views]
  const state = await readRoleState(client, { placement, tables })
  if (state.missing !== undefined) return state.missing
  await applyRoles(client, { placement, configuration, state, views })
  return undefined
}

/**
 * The same within a migration. Does nothing until a Computed table or a raw query first needs the roles.
 * Without the privilege the migration continues, but its Computed tables cannot be read.
 */
export async function updateRolesAtCutover(
  client: Client,
  { placement, configuration, release }: RoleUpdate & { readonly release: string },
): Promise<void> {
  const result = await findViews(client, { placement, configuration })
  const views = result.map(({ name }) => name)
  const tables = [...listGranted(configuration), ...views]
  const state = await readRoleState(client, { placement, tables })
  if (!state.hasReader && views.length === 0) return
  if (state.missing !== undefined) {
    const ours = result.filter(({ isOurs }) => isOurs).map(({ name }) => name)
    await revokeViews(client, { placement, views: ours })
    return
  }
  await applyRoles(client, { placement, configuration, state, views })
  await recordGranted(client, placement, release)
}

/** Records the release for which the columns are granted. */
export async function recordGranted(
  client: Client,
  { schema }: Placement,
  release: string,
): Promise<void> {
  await client.query(
    `insert into ${quoteName(schema)}._plinth_meta (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [GRANTED_KEY, release],
  )
}
