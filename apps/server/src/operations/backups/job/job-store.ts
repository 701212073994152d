import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'

export type JobKind = 'backup' | 'restore'
export const JOBS_CHANGED = 'backup-jobs'

/** A worker that says nothing for this long is taken for dead, and another begins again. */
const LEASE_SECONDS = 6
const MOST_ATTEMPTS = 5

const TABLES: Record<JobKind, Sql> = { backup: sql`backup`, restore: sql`restore` }

/** Takes the oldest job that waits, or whose worker is dead; of several processes one has it. */
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

/** Takes a job for the process that asked for it itself. */
export async function beginJob(
  on: Queryable,
  { kind, id, attempts }: { kind: JobKind; id: string; attempts: number },
): Promise<void> {
  await on.query(sql`
    update ${TABLES[kind]} set state = 'running', attempts = ${attempts},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id}`)
}

export const isTriedTooOften = (attempts: number): boolean => attempts > MOST_ATTEMPTS

/** Says that the worker lives; whether somebody asked it to stop, or took the job for dead. */
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

/** Gives a job back that this process cannot end, for the next one to begin again. */
export async function giveBack(
  on: Queryable,
  { kind, id, attempts }: { kind: JobKind; id: string; attempts: number },
): Promise<void> {
  await on.query(sql`
    update ${TABLES[kind]} set state = 'queued', lease_until = null, attempts = attempts - 1,
      progress = 0, version = version + 1
    where id = ${id} and state = 'running' and attempts = ${attempts}`)
  await notify(on, JOBS_CHANGED)
}

export async function tellProgress(
  on: Queryable,
  { kind, id, message, progress }: { kind: JobKind; id: string; message: string; progress: number },
): Promise<void> {
  await on.query(sql`
    update ${TABLES[kind]} set message = ${message}, progress = ${progress}, version = version + 1
    where id = ${id} and state = 'running'`)
  await notify(on, id)
}

/** Ends a job once; false if it had ended, or is another worker's by now. */
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

/** Asks a job to stop; one that has not begun ends at once. False if it had ended. */
export async function askToCancel(
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
