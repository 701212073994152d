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

/** The retention settings with their revision. */
export interface SavedRetention extends Kept {
  revision: number
}

/** The environment's own retention settings. */
export async function readRetention(
  on: Queryable,
  { projectId, environment }: Named,
): Promise<SavedRetention> {
  const [row] = await on.query<SavedRetention>(sql`
    select days, runs, revision from run_retention join environment on environment.id = environment_id
    where project_id = ${projectId} and name = ${environment}`)
  return row ?? { days: null, runs: null, revision: 0 }
}

/** The same, locked until the transaction ends; also serialises the first save, when there is no row yet. */
export async function lockRetention(
  transaction: Transaction,
  named: Named,
): Promise<SavedRetention> {
  const { projectId, environment } = named
  await transaction.query(sql`
    insert into run_retention (environment_id)
    select id from environment where project_id = ${projectId} and name = ${environment}
    on conflict (environment_id) do update set due_at = run_retention.due_at`)
  return readRetention(transaction, named)
}

/** Saves the settings; the next retention pass applies them. */
export async function saveRetention(
  transaction: Transaction,
  { projectId, environment, days, runs, revision }: Named & SavedRetention,
): Promise<void> {
  await transaction.query(sql`
    update run_retention set days = ${days}, runs = ${runs}, revision = ${revision}, due_at = now()
    from environment where environment.id = environment_id
      and project_id = ${projectId} and name = ${environment}`)
}

export interface DueKeep extends Kept {
  environmentId: string
  projectId: string
}

/** Locks one environment that is due for a retention pass, until the transaction ends. */
export async function takeDueRetention(transaction: Transaction): Promise<DueKeep | undefined> {
  const [row] = await transaction.query<DueKeep>(sql`
    select environment_id as "environmentId", project_id as "projectId", days, runs
    from run_retention join environment on environment.id = environment_id
    where due_at <= now() order by due_at limit 1 for update of run_retention skip locked`)
  return row
}

export async function scheduleNextRetention(
  transaction: Transaction,
  { environmentId, afterSeconds }: { environmentId: string; afterSeconds: number },
): Promise<void> {
  await transaction.query(sql`
    update run_retention set due_at = now() + ${afterSeconds} * interval '1 second'
    where environment_id = ${environmentId}`)
}

/** The newest run above the maximum number, if there is one. */
export async function findFirstTooMany(
  on: Queryable,
  { environmentId, runs }: { environmentId: string; runs: number },
): Promise<string | undefined> {
  const [row] = await on.query<{ id: string }>(sql`
    select id from run where environment_id = ${environmentId}
    order by id desc offset ${runs} limit 1`)
  return row?.id
}

/** Deletes ended runs up to an id, oldest first, in batches; returns how many. */
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

/** Deletes one run with its records; the counts of the charts keep it. */
export async function forgetRun(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from run where id = ${id}`)
}

/** Deletes graphs last used before the project's oldest remaining run. */
export async function forgetGraphs(on: Queryable, projectId: string): Promise<void> {
  await on.query(sql`
    delete from run_graph where project_id = ${projectId} and used_on < (
      select coalesce(min(oldest), now())::date - 1 from environment, lateral (
        select created_at as oldest from run where environment_id = environment.id
        order by run.id limit 1
      ) as runs where environment.project_id = ${projectId})`)
}
