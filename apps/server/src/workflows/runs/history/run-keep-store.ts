import type { EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

interface Kept extends Record<string, unknown> {
  days: number | null
  runs: number | null
}

interface Named {
  projectId: string
  environment: EnvironmentName
}

/** What is kept, and the number that a save of it is based on. */
export interface SavedKept extends Kept {
  revision: number
}

/** What an environment says itself about how long its runs are kept. */
export async function readKept(
  on: Queryable,
  { projectId, environment }: Named,
): Promise<SavedKept> {
  const [row] = await on.query<SavedKept>(sql`
    select days, runs, revision from run_keep join environment on environment.id = environment_id
    where project_id = ${projectId} and name = ${environment}`)
  return row ?? { days: null, runs: null, revision: 0 }
}

/** The same, as it is until this transaction ends: whoever saves next waits, even where nothing was said yet. */
export async function holdKept(transaction: Transaction, named: Named): Promise<SavedKept> {
  const { projectId, environment } = named
  await transaction.query(sql`
    insert into run_keep (environment_id)
    select id from environment where project_id = ${projectId} and name = ${environment}
    on conflict (environment_id) do update set look_at = run_keep.look_at`)
  return readKept(transaction, named)
}

/** From now on this; what is too much goes at the next look. */
export async function saveKept(
  transaction: Transaction,
  { projectId, environment, days, runs, revision }: Named & SavedKept,
): Promise<void> {
  await transaction.query(sql`
    update run_keep set days = ${days}, runs = ${runs}, revision = ${revision}, look_at = now()
    from environment where environment.id = environment_id
      and project_id = ${projectId} and name = ${environment}`)
}

export interface DueKeep extends Kept {
  environmentId: string
  projectId: string
}

/** An environment whose time to be looked at has come, held until the transaction ends. */
export async function takeDueKeep(transaction: Transaction): Promise<DueKeep | undefined> {
  const [row] = await transaction.query<DueKeep>(sql`
    select environment_id as "environmentId", project_id as "projectId", days, runs
    from run_keep join environment on environment.id = environment_id
    where look_at <= now() order by look_at limit 1 for update of run_keep skip locked`)
  return row
}

export async function planNextKeep(
  transaction: Transaction,
  { environmentId, afterSeconds }: { environmentId: string; afterSeconds: number },
): Promise<void> {
  await transaction.query(sql`
    update run_keep set look_at = now() + ${afterSeconds} * interval '1 second'
    where environment_id = ${environmentId}`)
}

/** The newest run that is one too many, if there are so many. */
export async function findFirstTooMany(
  on: Queryable,
  { environmentId, runs }: { environmentId: string; runs: number },
): Promise<string | undefined> {
  const [row] = await on.query<{ id: string }>(sql`
    select id from run where environment_id = ${environmentId}
    order by id desc offset ${runs} limit 1`)
  return row?.id
}

/** Forgets ended runs up to an id, the oldest first, some at a time; how many. */
export async function forgetRuns(
  on: Queryable,
  { environmentId, upTo, limit }: { environmentId: string; upTo: string; limit: number },
): Promise<number> {
  const rows = await on.query(sql`
    delete from run where id in (
      select id from run where environment_id = ${environmentId} and id <= ${upTo}
        and status in ('succeeded', 'failed', 'cancelled')
      order by id limit ${limit}
    ) returning id`)
  return rows.length
}

/** Forgets graphs that were last started before the oldest run that the project still has. */
export async function forgetGraphs(on: Queryable, projectId: string): Promise<void> {
  await on.query(sql`
    delete from run_graph where project_id = ${projectId} and used_on < (
      select coalesce(min(oldest), now())::date - 1 from environment, lateral (
        select created_at as oldest from run where environment_id = environment.id
        order by run.id limit 1
      ) as runs where environment.project_id = ${projectId})`)
}
