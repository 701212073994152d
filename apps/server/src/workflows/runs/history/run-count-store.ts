import type { RunPoint } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { nothing, sql } from '../../../foundation/platform/sql.ts'
import type { ChartSpan } from './chart-span.ts'

/** Batch size. */
export const COUNTED_AT_ONCE = 5_000

/** Adds ended runs to the counts of their hours and days; returns how many were counted. */
export async function countEndedRuns(on: Queryable): Promise<number> {
  const [row] = await on.query<{ taken: number }>(sql`
    with taken as (
      delete from run_uncounted where id in (
        select id from run_uncounted order by id limit ${COUNTED_AT_ONCE} for update skip locked
      ) returning *
    ), sums as materialized (
      select environment_id, coalesce(workflow_id, '') as workflow_id,
        coalesce(trigger, '') as trigger, hour, status, timed, count(*) as runs
      from taken, lateral (select case status when 'cancelled' then -1 else bucket end as timed) as one
      where exists (select from environment where environment.id = environment_id)
      group by environment_id, hour, status, timed, cube (workflow_id, trigger)
    ), by_hour as (
      insert into run_hour (environment_id, workflow_id, trigger, hour, status, bucket, runs)
      select * from sums order by 1, 2, 3, 4, 5, 6
      on conflict (environment_id, workflow_id, trigger, hour, status, bucket)
        do update set runs = run_hour.runs + excluded.runs
    ), by_day as (
      insert into run_day (environment_id, workflow_id, trigger, day, status, bucket, runs)
      select environment_id, workflow_id, trigger, date_trunc('day', hour, 'UTC'), status, timed,
        sum(runs)
      from sums group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (environment_id, workflow_id, trigger, day, status, bucket)
        do update set runs = run_day.runs + excluded.runs
    ), kept as (
      insert into run_retention (environment_id, due_at)
      select distinct environment_id, now() + interval '1 hour' from taken
      where exists (select from environment where environment.id = environment_id)
      order by 1 on conflict do nothing
    )
    select count(*)::int as taken from taken`)
  return row?.taken ?? 0
}

/** Reclaims the space of counted rows, since every chart scans this table for uncounted ones. */
export async function tidyUncounted(on: Queryable): Promise<void> {
  await on.query(sql`vacuum (analyze) run_uncounted`)
}

export interface CountFilter {
  projectId: string
  environment: string
  workflowId?: string | undefined
  trigger?: string | undefined
  span: ChartSpan
}

export interface RunCount extends Record<string, unknown> {
  at: Date
  status: keyof Pick<RunPoint, 'succeeded' | 'failed' | 'cancelled'>
  bucket: number
  runs: number
}

/**
 * Ended runs by time step, status and duration, including those not counted yet. Whole days are read from the
 * daily counts and the rest from the hourly ones, so that a long range costs little more than a short one.
 */
export async function readRunCounts(on: Queryable, filter: CountFilter): Promise<RunCount[]> {
  const { workflowId, trigger, span } = filter
  const { from, to, days } = span
  const here = sql`environment_id = (select id from environment
      where project_id = ${filter.projectId} and name = ${filter.environment})`
  const summed = sql`${here} and workflow_id = ${workflowId ?? ''} and trigger = ${trigger ?? ''}`
  return on.query<RunCount>(sql`
    select greatest(date_bin(${span.stepHours} * interval '1 hour', hour, ${span.origin}), ${from})
      as at, status, bucket, sum(runs)::float8 as runs
    from (
      select day as hour, status, bucket, runs from run_day
      where ${summed} and day >= ${days.from} and day < ${days.to}
      union all
      select hour, status, bucket, runs from run_hour
      where ${summed} and hour >= ${from} and hour < ${days.from}
      union all
      select hour, status, bucket, runs from run_hour
      where ${summed} and hour >= ${days.to} and hour < ${to}
      union all
      select hour, status, bucket, 1 from run_uncounted
      where ${here} and hour >= ${from} and hour < ${to}
        ${workflowId === undefined ? nothing : sql`and workflow_id = ${workflowId}`}
        ${trigger === undefined ? nothing : sql`and trigger = ${trigger}`}
    ) as counts
    group by 1, 2, 3`)
}
