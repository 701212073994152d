import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'

export type JobKind = 'backup' | 'restore'
export const JOBS_CHANGED = 'backup-jobs'

/**
 * A worker that does not renew its lease for this long is taken for dead, and another worker starts again.
 */
const LEASE_SECONDS = 6
const MAX_ATTEMPTS = 5

const TABLES: Record<JobKind, Sql> = { backup: sql`backup`, restore: sql`restore` }

/** Claims the oldest queued job, or one whose lease has expired; only one process gets it. */
export async function takeJob(
  on: Queryable,
  kind: JobKind,
): Promise<{ id: string; attempts: number } | undefined> {
  const [row] = await on.query<{ id: string; attempts: number }>(sql`
    update ${TABLES[kind]} set state = 'running', attempts = attempts + 1, version = version + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (select id from ${TABLES[kind]}
      where state = 'queued' or (state = 'running' and lease_until < now())
      order by started_at limit 1 for update skip locked)
    returning id, attempts`)
  return row
}

/** Claims a job for the process that created it. */
export async function beginJob(
  on: Queryable,
  { kind, id, attempts }: { kind: JobKind; id: string; attempts: number },
): Promise<void> {
  await on.query(sql`
    update ${TABLES[kind]} set state = 'running', attempts = ${attempts},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id}`)
}

export const isTriedTooOften = (attempts: number): boolean => attempts > MAX_ATTEMPTS

/** Renews the worker's lease; reports whether the job was cancelled or lost to another worker. */
export async function renewLease(
  on: Queryable,
  { kind, id, attempts }: { kind: JobKind; id: string; attempts: number },
): Promise<'mine' | 'cancelled' | 'lost'> {
  const [row] = await on.query<{ cancelled: boolean }>(sql`
    update ${TABLES[kind]} set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and state = 'running' and attempts = ${attempts}
    returning cancel_asked as cancelled`)
  if (!row) return 'lost'
  return row.cancelled ? 'cancelled' : 'mine'
}

/** Returns a job that this process cannot finish to the queue. */
export async function releaseLease(
  on: Queryable,
  { kind, id, attempts }: { kind: JobKind; id: string; attempts: number },
): Promise<void> {
  await on.query(sql`
    update ${TABLES[kind]} set state = 'queued', lease_until = null, attempts = attempts - 1,
      progress = 0, version = version + 1
    where id = ${id} and state = 'running' and attempts = ${attempts}`)
  await notify(on, JOBS_CHANGED)
}

export async function saveJobProgress(
  on: Queryable,
  { kind, id, message, progress }: { kind: JobKind; id: string; message: string; progress: number },
): Promise<void> {
  await on.query(sql`
    update ${TABLES[kind]} set message = ${message}, progress = ${progress}, version = version + 1
    where id = ${id} and state = 'running'`)
  await notify(on, id)
}

/** Ends a job once; returns false if it has ended or belongs to another worker. */
export async function endJob(
  on: Queryable,
  ended: {
    kind: JobKind
    id: string
    attempts: number
    state: 'done' | 'failed' | 'cancelled'
    message: string
  },
): Promise<boolean> {
  const { kind, id, state, message, attempts } = ended
  const rows = await on.query(sql`
    update ${TABLES[kind]} set state = ${state}, message = ${message}, ended_at = now(),
      passphrase = null, lease_until = null, version = version + 1,
      progress = case when ${state} = 'done' then 1 else progress end
    where id = ${id} and state = 'running' and attempts = ${attempts} returning id`)
  await notify(on, id)
  return rows.length > 0
}

/** Requests cancellation; a queued job ends at once. Returns false if the job has ended. */
export async function requestJobCancel(
  transaction: Transaction,
  { kind, id }: { kind: JobKind; id: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update ${TABLES[kind]} set cancel_asked = true, version = version + 1,
      message = case when state = 'queued' then 'It was stopped.' else 'Stopping' end,
      ended_at = case when state = 'queued' then now() end,
      passphrase = case when state = 'queued' then null else passphrase end,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = ${id} and state in ('queued', 'running') returning id`)
  await notify(transaction, id)
  return rows.length > 0
}
