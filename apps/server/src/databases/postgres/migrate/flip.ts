import type pg from 'pg'
import { ApplyTrouble } from '../../engine/apply-trouble.ts'
import type { Placement } from '../../engine/database-engine.ts'
import { findOperations } from '../../engine/operations.ts'
import { asViewOwner } from '../access/own-views.ts'
import { readRoleState } from '../access/role-state.ts'
import { lockRoles, settleRolesOfFlip } from '../access/settle-roles.ts'
import { findWatched, placeTriggers } from '../access/watch-rows.ts'
import { recordFlip, type StartedMigration } from '../catalogue/migration-store.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { isRefusal, runStatements } from '../connection/run-statements.ts'
import {
  CANCELLED,
  codeOf,
  inShortTransaction,
  LOCK_TIMEOUT_MS,
  NotYet,
} from '../connection/transact.ts'
import { constrainStatements } from './constrain-sql.ts'
import { checkQueries, createViews } from './create-views.ts'
import { createStatements, releaseStatements, renameStatements, tablesToLock } from './flip-sql.ts'
import type { Ground } from './ground.ts'

/** The one moment at which callers come to see the new tables: all of it, or nothing. */
export async function flip(
  client: pg.Client,
  {
    ground,
    started,
    placement,
  }: { ground: Ground; started: StartedMigration; placement: Placement },
): Promise<void> {
  const { plan } = ground
  const statements = [
    ...releaseStatements(ground),
    ...renameStatements(ground),
    ...createStatements(ground),
    ...constrainStatements(ground),
  ]
  const dropsViews = findOperations(plan, 'dropView').length > 0
  await checkQueries(ground)
  const attempt = (run: () => Promise<unknown>) =>
    inShortTransaction(client, async () => {
      await fence(client, { ground, id: started.id })
      await lockRoles(client, placement)
      const live = await readCatalogue(client, plan.schema)
      if (live.digest !== plan.catalogueDigest) throw new ApplyTrouble({ kind: 'changed' })
      // Whatever can be is done before others have to wait.
      const watched = await findWatched(client, plan.schema)
      await recordFlip(client, { schema: plan.schema, started })
      const state = dropsViews ? await readRoleState(client, { placement, tables: [] }) : undefined
      await lockTables(client, ground)
      // Who does not own the schema must be the owner of a view to drop it.
      if (state?.hasViewOwner && state.missing === undefined)
        await asViewOwner(client, { placement, state }, run)
      else await run()
      await createViews(client, ground)
      await settleRolesOfFlip(client, {
        placement,
        configuration: plan.wanted,
        release: started.id,
      })
      await placeTriggers(client, { placement, configuration: plan.wanted, watched })
    })
  try {
    // All in one message: while it runs others wait, and no round trip is to add to that.
    await attempt(() => client.query(statements.map(({ text }) => text).join(';\n')))
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Once more, one by one, to learn which step it was.
    await attempt(() => runStatements(client, { plan, statements }))
  }
}

/** Whoever took over in the meantime has changed our row. */
async function fence(
  client: pg.Client,
  { ground, id }: { ground: Ground; id: string },
): Promise<void> {
  const found = await client.query(
    `select state from ${ground.schema}._plinth_migration where id = $1 for update`,
    [id],
  )
  if (found.rows[0]?.state !== 'preparing') throw new ApplyTrouble({ kind: 'changed' })
}

/** All tables at once within one lock timeout, so that nobody waits longer however many there are. */
async function lockTables(client: pg.Client, ground: Ground): Promise<void> {
  const { exclusive, shared } = tablesToLock(ground)
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
    throw codeOf(error) === CANCELLED ? new NotYet() : error
  }
}
