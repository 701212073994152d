import { assessPlan } from '@plinth/schema'
import type pg from 'pg'
import { ApplyFailure, throwIfCancelled } from '../../engine/apply-failure.ts'
import type { ApplyRequest, ApplyResult, Placement } from '../../engine/database-engine.ts'
import { ensurePostgresTables } from '../catalogue/bookkeeping.ts'
import { findPostgresMigration, insertMigration, setState } from '../catalogue/migration-store.ts'
import { readPostgresCatalogue } from '../catalogue/read-catalogue.ts'
import { type Connect, withConnection } from '../connection/connect.ts'
import { codeOf, LockTimeout } from '../connection/transact.ts'
import { cleanUp } from './clean-up.ts'
import { cutOver } from './cut-over.ts'
import { postgresScopeOf } from './migration-scope.ts'
import { prepareMigration } from './prepare-migration.ts'
import { recoverMigrations } from './recover.ts'
import { rollBack } from './roll-back.ts'

export interface ApplyContext {
  connect: Connect
  placement: Placement
  request: ApplyRequest
  /** The migration that this one undoes. */
  undoes?: string | null | undefined
}

/** Allows one migration per environment at a time; returns undefined if another holds the lock. */
export async function withEnvironmentLock<T>(
  { connect, placement }: { connect: Connect; placement: Placement },
  work: (client: pg.Client) => Promise<T>,
): Promise<T | undefined> {
  return withConnection({ connect, placement }, async (guard) => {
    // A transaction-level lock is released with the connection, even if this process crashes.
    await guard.query('begin')
    const got = await guard.query<{ got: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 7234502)) as got',
      [`plinth:${placement.schema}`],
    )
    // A plain statement also releases the snapshot, which a concurrent index build would wait for.
    await guard.query('set local idle_in_transaction_session_timeout = 0')
    if (!got.rows[0]?.got) return undefined
    return withConnection({ connect, placement }, async (client) => {
      await client.query('set statement_timeout = 0')
      await client.query('set idle_in_transaction_session_timeout = 0')
      // Changes by a migration write no row events.
      await client.query(`set plinth.quiet = 'on'`)
      return work(client)
    })
  })
}

/** Applies a plan: prepares alongside the traffic, cuts over in one transaction, then cleans up. */
export async function applyPostgresPlan(applying: ApplyContext): Promise<ApplyResult> {
  const { plan } = applying.request
  const { blocking } = assessPlan(plan)
  if (blocking.length > 0) return { kind: 'blocked', steps: blocking }
  const result = await withEnvironmentLock(applying, (client) => applyLocked(client, applying))
  return result ?? { kind: 'busy' }
}

/** Resumes the migration with this id, if there is one; its stored plan applies. */
export async function continueMigration(options: {
  connect: Connect
  placement: Placement
  acting: Omit<ApplyRequest, 'plan'>
}): Promise<ApplyResult | undefined> {
  const { connect, placement, acting } = options
  const known = await withConnection({ connect, placement }, (client) =>
    findPostgresMigration(client, { schema: placement.schema, id: acting.migrationId }),
  )
  if (!known || known.state === 'abandoned') return undefined
  const request = { ...acting, plan: known.plan }
  return applyPostgresPlan({ connect, placement, request, undoes: known.undoes })
}

async function applyLocked(client: pg.Client, applying: ApplyContext): Promise<ApplyResult> {
  const { request, placement } = applying
  const { schema } = placement
  const { migrationId: id, by } = request
  await ensurePostgresTables(client, schema)
  await recoverMigrations(client, { schema, except: id })
  const migration = await findPostgresMigration(client, { schema, id })
  const plan = migration?.state === 'preparing' ? migration.plan : request.plan
  const done: ApplyResult = { kind: 'applied', migrationId: id, configuration: plan.wanted }
  if (migration?.state === 'applied') return { ...done, configuration: migration.plan.wanted }
  if (migration?.state === 'cutOver') {
    await cleanUp(client, { id, plan: migration.plan })
    return { ...done, configuration: migration.plan.wanted }
  }
  const live = await readPostgresCatalogue(client, schema)
  if (live.digest !== plan.catalogueDigest) return { kind: 'changed' }
  const started = { id, by, plan, undoes: migration?.undoes ?? applying.undoes ?? null }
  await insertMigration(client, { schema, started })
  try {
    throwIfCancelled(request.signal)
    const scope = postgresScopeOf(plan)
    const progress = migration?.progress ?? {}
    request.onProgress?.({ phase: 'prepare', stepId: null, words: 'Preparing', done: 0.05 })
    await prepareMigration({ client, scope, request: { ...request, plan }, progress })
    throwIfCancelled(request.signal)
    request.onProgress?.({ phase: 'cutover', stepId: null, words: 'Switching over', done: 0.8 })
    await cutOver(client, { scope, started, placement })
  } catch (error) {
    const result = toApplyResult(error)
    // Without a connection nothing can be rolled back; the next caller does it.
    const isRolledBack = await abandon(client, { schema, id }).then(
      () => true,
      () => false,
    )
    if (!result || !isRolledBack) throw error
    return result
  }
  request.onProgress?.({ phase: 'clean', stepId: null, words: 'Cleaning up', done: 0.9 })
  await cleanUp(client, { id, plan })
  request.onProgress?.({ phase: 'clean', stepId: null, words: 'Done', done: 1 })
  return done
}

async function abandon(
  client: pg.Client,
  { schema, id }: { schema: string; id: string },
): Promise<void> {
  await rollBack(client, schema)
  await setState(client, { schema, id, state: 'abandoned' })
}

/** SQLSTATEs of unknown names: the schema was changed by another client. */
const UNKNOWN = new Set(['42703', '42P01', '42704'])

/** Results to report to the user; undefined for internal errors. */
function toApplyResult(error: unknown): ApplyResult | undefined {
  if (error instanceof ApplyFailure) return error.result
  if (error instanceof LockTimeout) {
    return { kind: 'locked', message: 'A table stayed in use. Try again.' }
  }
  return UNKNOWN.has(codeOf(error)) ? { kind: 'changed' } : undefined
}
