import type pg from 'pg'
import { ApplyTrouble } from '../apply-trouble.ts'
import { constrainStatements } from './constrain-sql.ts'
import { createViews } from './create-views.ts'
import { createStatements, releaseStatements, renameStatements, tablesToLock } from './flip-sql.ts'
import type { Ground } from './ground.ts'
import { recordFlip, type StartedMigration } from './migration-store.ts'
import { readCatalogue } from './read-catalogue.ts'
import { runStatements } from './run-statements.ts'
import { inShortTransaction, LOCK_TIMEOUT_MS, setLockTimeout } from './transact.ts'

/** The one moment at which callers come to see the new tables: all of it, or nothing. */
export async function flip(
  client: pg.Client,
  { ground, started }: { ground: Ground; started: StartedMigration },
): Promise<void> {
  const { plan } = ground
  await inShortTransaction(client, async () => {
    await fence(client, { ground, id: started.id })
    const live = await readCatalogue(client, plan.schema)
    if (live.digest !== plan.catalogueDigest) throw new ApplyTrouble({ kind: 'changed' })
    await lockTables(client, ground)
    await client.query(`select set_config('plinth.migrating', '1', true)`)
    const statements = [
      ...releaseStatements(ground),
      ...renameStatements(ground),
      ...createStatements(ground),
      ...constrainStatements(ground),
    ]
    await runStatements(client, { plan, statements })
    await createViews(client, ground)
    await recordFlip(client, { schema: plan.schema, started })
  })
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
  const until = performance.now() + LOCK_TIMEOUT_MS
  const modes = [
    ...exclusive.map((table) => `lock table ${table} in access exclusive mode`),
    ...shared.map((table) => `lock table ${table} in share row exclusive mode`),
  ]
  for (const statement of modes) {
    await setLockTimeout(client, until - performance.now())
    await client.query(statement)
  }
  await setLockTimeout(client, LOCK_TIMEOUT_MS)
}
