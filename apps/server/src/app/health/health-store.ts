import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** A queue in the platform's database: how many entries wait, and for how long the oldest one has. */
export interface QueueAge extends Record<string, unknown> {
  name: string
  waiting: number
  oldestSeconds: number | null
}

export function listQueueAges(on: Queryable): Promise<QueueAge[]> {
  return on.query<QueueAge>(sql`
    select name, count(since)::int as waiting,
      round(extract(epoch from now() - min(since)))::float8 as "oldestSeconds"
    from (values ('outbox'), ('tasks'), ('queued runs'), ('backups')) as queues (name)
    left join lateral (
      select created_at as since from outbox where name = 'outbox'
      union all select enqueued_at from open_task where name = 'tasks'
      union all select created_at from run where name = 'queued runs'
        and status in ('queued', 'running', 'waiting') and status = 'queued'
      union all select started_at from backup where name = 'backups' and state = 'queued'
    ) as entries on true
    group by name order by name`)
}

/** Open runs of the installation by status. */
export function countOpenRuns(on: Queryable): Promise<{ status: string; count: number }[]> {
  return on.query(sql`
    select status, count(*)::int as count from run
    where status in ('queued', 'running', 'waiting') group by status`)
}

/** The backups of projects that have a schedule. */
export interface BackupAge extends Record<string, unknown> {
  scheduled: number
  /** Projects whose newest scheduled backup failed. */
  failing: number
  /** Age of the newest backup of the project that has waited longest; since the schedule was saved if there is none. */
  oldestSeconds: number | null
}

export async function readBackupAge(on: Queryable): Promise<BackupAge> {
  const [row] = await on.query<BackupAge>(sql`
    select count(*)::int as scheduled, count(*) filter (where newest.state = 'failed')::int as failing,
      round(extract(epoch from now() - min(coalesce(done.ended_at, schedule.updated_at))))::float8
        as "oldestSeconds"
    from backup_schedule as schedule
    left join lateral (
      select ended_at from backup where project_id = schedule.project_id and state = 'done'
      order by started_at desc limit 1
    ) as done on true
    left join lateral (
      select state from backup where project_id = schedule.project_id and origin = 'schedule'
        and ended_at is not null
      order by started_at desc limit 1
    ) as newest on true
    where schedule.next_at is not null`)
  return row ?? { scheduled: 0, failing: 0, oldestSeconds: null }
}

export async function readServerVersion(on: Queryable): Promise<string | undefined> {
  const [row] = await on.query<{ version: string }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return row && `PostgreSQL ${row.version}`
}
