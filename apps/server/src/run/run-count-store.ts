import type { RunPoint } from '@plinth/contract'
import type { Queryable } from '../platform/database.ts'
import { nothing, sql } from '../platform/sql.ts'

const AT_ONCE = 5_000

/** Adds runs that ended to the counts of their hours; whether there are more. */
export async function countEndedRuns(on: Queryable): Promise<boolean> {
  const [row] = await on.query<{ taken: number }>(sql`
    with taken as (
      delete from run_uncounted where id in (
        select id from run_uncounted order by id limit ${AT_ONCE} for update skip locked
      ) returning *
    ), counted as (
      insert into run_hour (environment_id, workflow_id, trigger, hour, status, bucket, runs)
      select environment_id, coalesce(workflow_id, ''), coalesce(trigger, ''), hour, status, timed,
        count(*)
      from taken, lateral (select case status when 'cancelled' then -1 else bucket end as timed) as one
      where exists (select from environment where environment.id = environment_id)
      group by environment_id, hour, status, timed, cube (workflow_id, trigger)
      order by 1, 2, 3, 4, 5, 6
      on conflict (environment_id, workflow_id, trigger, hour, status, bucket)
        do update set runs = run_hour.runs + excluded.runs
    ), kept as (
      insert into run_keep (environment_id, look_at)
      select distinct environment_id, now() + interval '1 hour' from taken
      where exists (select from environment where environment.id = environment_id)
      order by 1 on conflict do nothing
    )
    select count(*)::int as taken from taken`)
  return row?.taken === AT_ONCE
}

export interface CountFilter {
  projectId: string
  environment: string
  workflowId?: string | undefined
  trigger?: string | undefined
  from: Date
  to: Date
  stepHours: number
}

export interface RunCount extends Record<string, unknown> {
  at: Date
  status: keyof Pick<RunPoint, 'succeeded' | 'failed' | 'cancelled'>
  bucket: number
  runs: number
}

/** Ended runs by step of time, status and duration; those that were not counted yet among them. */
export async function readCounts(on: Queryable, filter: CountFilter): Promise<RunCount[]> {
  const { workflowId, trigger, from, to } = filter
  const inTime = sql`environment_id = (select id from environment
      where project_id = ${filter.projectId} and name = ${filter.environment})
    and hour >= ${from} and hour < ${to}`
  return on.query<RunCount>(sql`
    select date_bin(${filter.stepHours} * interval '1 hour', hour, ${from}) as at, status, bucket,
      sum(runs)::float8 as runs
    from (
      select hour, status, bucket, runs from run_hour where ${inTime}
        and workflow_id = ${workflowId ?? ''} and trigger = ${trigger ?? ''}
      union all
      select hour, status, bucket, 1 from run_uncounted where ${inTime}
        ${workflowId === undefined ? nothing : sql`and workflow_id = ${workflowId}`}
        ${trigger === undefined ? nothing : sql`and trigger = ${trigger}`}
    ) as counts
    group by 1, 2, 3`)
}
