import type pg from 'pg'
import { ApplyFailure } from '../../engine/apply-failure.ts'
import type { Placement } from '../../engine/database-engine.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { asViewOwner } from '../access/own-views.ts'
import { readRoleState } from '../access/role-state.ts'
import { lockRoles, updateRolesAtCutover } from '../access/update-roles.ts'
import { placePostgresTriggers, readPostgresWatched } from '../access/watch-rows.ts'
import { recordCutover, type StartedMigration } from '../catalogue/migration-store.ts'
import { readPostgresCatalogue } from '../catalogue/read-catalogue.ts'
import { isRefusal, runStatements } from '../connection/run-statements.ts'
import {
  CANCELLED,
  codeOf,
  inShortTransaction,
  LOCK_TIMEOUT_MS,
  LocksUnavailable,
} from '../connection/transact.ts'
import { constrainStatements } from './constrain-sql.ts'
import { checkQueries, createPostgresViews } from './create-views.ts'
import {
  createStatements,
  postgresRenameStatements,
  releaseStatements,
  tablesToLock,
} from './cutover-sql.ts'
import type { PostgresMigrationScope } from './migration-scope.ts'

/** The atomic switch: callers see all new tables, or none. */
export async function cutOver(
  client: pg.Client,
  {
    scope,
    started,
    placement,
  }: { scope: PostgresMigrationScope; started: StartedMigration; placement: Placement },
): Promise<void> {
  const { plan } = scope
  const statements = [
    ...releaseStatements(scope),
    ...postgresRenameStatements(scope),
    ...createStatements(scope),
    ...constrainStatements(scope),
  ]
  const dropsViews = findOperations(plan, 'dropView').length > 0
  await checkQueries(scope)
  const attempt = (run: () => Promise<unknown>) =>
    inShortTransaction(client, async () => {
      await fence(client, { scope, id: started.id })
      await lockRoles(client, placement)
      const live = await readPostgresCatalogue(client, plan.schema)
      if (live.digest !== plan.catalogueDigest) throw new ApplyFailure({ kind: 'changed' })
      // Do as much as possible before taking table locks.
      const watched = await readPostgresWatched(client, plan.schema)
      await recordCutover(client, { schema: plan.schema, started })
      const state = dropsViews ? await readRoleState(client, { placement, tables: [] }) : undefined
      await lockTables(client, scope)
      // Only the owner of the schema may drop a view it does not own.
      if (state?.hasViewOwner && state.missing === undefined)
        await asViewOwner(client, { placement, state }, run)
      else await run()
      await createPostgresViews(client, scope)
      await updateRolesAtCutover(client, {
        placement,
        configuration: plan.wanted,
        release: started.id,
      })
      await placePostgresTriggers(client, { placement, configuration: plan.wanted, watched })
    })
  try {
    // One message: callers wait while it runs, so round trips would add to that.
    await attempt(() => client.query(statements.map(({ text }) => text).join(';\n')))
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Run again statement by statement, to find the step that failed.
    await attempt(() => runStatements(client, { plan, statements }))
  }
}

/** Fencing: a process that took over meanwhile has changed the migration's row. */
async function fence(
  client: pg.Client,
  { scope, id }: { scope: PostgresMigrationScope; id: string },
): Promise<void> {
  const result = await client.query(
    `select state from ${scope.schema}._plinth_migration where id = $1 for update`,
    [id],
  )
  if (result.rows[0]?.state !== 'preparing') throw new ApplyFailure({ kind: 'changed' })
}

/** Locks all tables within one lock timeout, so the wait does not grow with their number. */
async function lockTables(client: pg.Client, scope: PostgresMigrationScope): Promise<void> {
  const { exclusive, shared } = tablesToLock(scope)
  const locks = [
    ...(exclusive.length > 0
      ? [`lock table ${exclusive.join(', ')} in access exclusive mode`]
      : []),
    ...(shared.length > 0 ? [`lock table ${shared.join(', ')} in share row exclusive mode`] : []),
  ]
  if (locks.length === 0) return
  const limited = [
    `set local statement_timeout = '${LOCK_TIMEOUT_MS}ms'`,
    ...locks,
    'set local statement_timeout = 0',
  ]
  try {
    await client.query(limited.join('; '))
  } catch (error) {
    throw codeOf(error) === CANCELLED ? new LocksUnavailable() : error
  }
}
