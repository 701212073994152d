import { assessPlan } from '@plinth/schema'
import type pg from 'pg'
import { ApplyTrouble, throwIfCancelled } from '../../engine/apply-trouble.ts'
import type { ApplyRequest, ApplyResult, Placement } from '../../engine/database-engine.ts'
import { ensureBookkeeping } from '../catalogue/bookkeeping.ts'
import { findMigration, setState, startMigration } from '../catalogue/migration-store.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { type Connect, withConnection } from '../connection/connect.ts'
import { codeOf, StillLocked } from '../connection/transact.ts'
import { clean } from './clean.ts'
import { flip } from './flip.ts'
import { groundOf } from './ground.ts'
import { prepare } from './prepare.ts'
import { finishUnfinished } from './recover.ts'
import { takeBack } from './take-back.ts'

export interface Applying {
  connect: Connect
  placement: Placement
  request: ApplyRequest
  /** The migration that this one takes back. */
  undoes?: string | null | undefined
}

/** Holds an environment for one migration at a time; undefined if another has it. */
export async function withEnvironmentLock<T>(
  { connect, placement }: { connect: Connect; placement: Placement },
  work: (client: pg.Client) => Promise<T>,
): Promise<T | undefined> {
  return withConnection({ connect, placement }, async (guard) => {
    // A lock of a transaction ends with it, whatever becomes of us.
    await guard.query('begin')
    const got = await guard.query<{ got: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 7234502)) as got',
      [`plinth:${placement.schema}`],
    )
    // A plain statement also lets go of the snapshot, which a concurrent index build would wait for.
    await guard.query('set local idle_in_transaction_session_timeout = 0')
    if (!got.rows[0]?.got) return undefined
    return withConnection({ connect, placement }, async (client) => {
      await client.query('set statement_timeout = 0')
      await client.query('set idle_in_transaction_session_timeout = 0')
      // What a migration does to rows is no event.
      await client.query(`set plinth.quiet = 'on'`)
      return work(client)
    })
  })
}

/** Applies a plan: prepares beside the traffic, flips in one transaction, cleans up behind. */
export async function applyPlan(applying: Applying): Promise<ApplyResult> {
  const { plan } = applying.request
  const { blocking } = assessPlan(plan)
  if (blocking.length > 0) return { kind: 'blocked', steps: blocking }
  const result = await withEnvironmentLock(applying, (client) => applyLocked(client, applying))
  return result ?? { kind: 'busy' }
}

/** Goes on with a migration that was begun under this id, if there is one: its plan is the one that counts. */
export async function continueMigration(given: {
  connect: Connect
  placement: Placement
  acting: Omit<ApplyRequest, 'plan'>
}): Promise<ApplyResult | undefined> {
  const { connect, placement, acting } = given
  const known = await withConnection({ connect, placement }, (client) =>
    findMigration(client, { schema: placement.schema, id: acting.migrationId }),
  )
  if (!known || known.state === 'abandoned') return undefined
  const request = { ...acting, plan: known.plan }
  return applyPlan({ connect, placement, request, undoes: known.undoes })
}

async function applyLocked(client: pg.Client, applying: Applying): Promise<ApplyResult> {
  const { request, placement } = applying
  const { schema } = placement
  const { migrationId: id, by } = request
  await ensureBookkeeping(client, schema)
  await finishUnfinished(client, { schema, except: id })
  const known = await findMigration(client, { schema, id })
  const plan = known?.state === 'preparing' ? known.plan : request.plan
  const done: ApplyResult = { kind: 'applied', migrationId: id, configuration: plan.wanted }
  if (known?.state === 'applied') return { ...done, configuration: known.plan.wanted }
  if (known?.state === 'flipped') {
    await clean(client, { id, plan: known.plan })
    return { ...done, configuration: known.plan.wanted }
  }
  const live = await readCatalogue(client, schema)
  if (live.digest !== plan.catalogueDigest) return { kind: 'changed' }
  const started = { id, by, plan, undoes: known?.undoes ?? applying.undoes ?? null }
  await startMigration(client, { schema, started })
  try {
    throwIfCancelled(request.signal)
    const ground = groundOf(plan)
    const progress = known?.progress ?? {}
    request.onProgress?.({ phase: 'prepare', stepId: null, words: 'Preparing', done: 0.05 })
    await prepare({ client, ground, request: { ...request, plan }, progress })
    throwIfCancelled(request.signal)
    request.onProgress?.({ phase: 'flip', stepId: null, words: 'Switching over', done: 0.8 })
    await flip(client, { ground, started, placement })
  } catch (error) {
    const trouble = toTrouble(error)
    // Without a connection nothing can be taken back; whoever comes next does.
    const isTakenBack = await giveUp(client, { schema, id }).then(
      () => true,
      () => false,
    )
    if (!trouble || !isTakenBack) throw error
    return trouble
  }
  request.onProgress?.({ phase: 'clean', stepId: null, words: 'Cleaning up', done: 0.9 })
  await clean(client, { id, plan })
  request.onProgress?.({ phase: 'clean', stepId: null, words: 'Done', done: 1 })
  return done
}

async function giveUp(
  client: pg.Client,
  { schema, id }: { schema: string; id: string },
): Promise<void> {
  await takeBack(client, schema)
  await setState(client, { schema, id, state: 'abandoned' })
}

/** The database does not know a name: it was changed behind our back. */
const UNKNOWN = new Set(['42703', '42P01', '42704'])

/** What may be told to whoever asked; the rest is a fault of the world or ours. */
function toTrouble(error: unknown): ApplyResult | undefined {
  if (error instanceof ApplyTrouble) return error.result
  if (error instanceof StillLocked) {
    return { kind: 'locked', message: 'A table was in use all the time. Try again.' }
  }
  return UNKNOWN.has(codeOf(error)) ? { kind: 'changed' } : undefined
}
