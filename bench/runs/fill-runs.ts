import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'

export interface FilledRuns {
  runs: number
  days: number
  workflows: number
}

/** SQL for a run id with the run's age: ten base-32 digits encode the time. */
const typeId = sql`'run_' || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      ((floor(extract(epoch from at) * 1000)::bigint >> shift) & 31)::int + 1, 1), '' order by shift desc)
    from generate_series(0, 45, 5) as shift
  ) || lpad(n::text, 16, '0')`

/**
 * Fills an environment with ended runs: most succeeded within a second, some failed, a few were cancelled, from
 * several triggers. The product aggregates them itself.
 */
export async function fillRuns(
  db: Database,
  { environmentId, runs, days, workflows }: FilledRuns & { environmentId: string },
): Promise<void> {
  await db.pool.query('set statement_timeout = 0')
  await db.query(sql`
    insert into run_retention (environment_id, days, runs, due_at)
    values (${environmentId}, 3650, 10000000, now() + interval '1 day')
    on conflict (environment_id) do update set days = 3650, runs = 10000000`)
  await db.query(sql`
    insert into run (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
      concurrency, trigger, payload, status, result, error_node, error_message, created_at, started_at,
      ended_at)
    select ${typeId}, environment.project_id, environment.id, 'wfl_' || lpad((n % ${workflows})::text, 26, '0'),
      'Workflow ' || n % ${workflows}, 1, 'none', 1,
      case when n % 100 = 0 then 'schedule' when n % 3 = 0 then 'row' else 'webhook' end,
      '{"order": ' || n || ', "note": "' || repeat('x', 80) || '"}', status,
      '{"Last": "' || repeat('y', 200) || '"}',
      case status when 'failed' then 'Send' end, case status when 'failed' then 'The host could not be found.' end,
      at, at + interval '20 milliseconds', at + interval '20 milliseconds' + took * interval '1 millisecond'
    from environment, generate_series(1, ${runs}::int) as n,
      lateral (select now() - (${runs}::int - n) * (${days}::float8 / ${runs}::int) * interval '1 day' as at,
        case when n % 50 = 0 then 'failed' when n % 199 = 0 then 'cancelled' else 'succeeded' end as status,
        exp(4 + 3 * random()) as took) as made
    where environment.id = ${environmentId}`)
  await db.query(sql`
    insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
    select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status,
      run_bucket(started_at, ended_at)
    from run where environment_id = ${environmentId}`)
  await db.pool.query('vacuum analyze run')
}

/** Waits until the worker has aggregated all runs; returns the duration. */
export async function untilCounted(db: Database): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const [row] = await db.query<{ left: number }>(sql`
      select count(*)::int as left from run_uncounted`)
    if (row?.left === 0) return performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
