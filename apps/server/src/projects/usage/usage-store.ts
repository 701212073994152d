import type { UsageDay } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { Stored } from '../budgets/limits.ts'

/** What a process has counted for a project since its last flush. */
export interface Counted {
  projectId: string
  requests: number
  runs: number
  rows: number
  rowBytes: number
  fileBytes: number
  /** Whether stored data may have changed, so that it is measured again. */
  isChanged: boolean
  /** How long ago the first of it was counted. */
  ageMs: number
}

interface StoredRow extends Record<string, unknown>, Stored {
  projectId: string
}

const totals = sql`project_id as "projectId", greatest(0, rows + added_rows)::float8 as rows,
  greatest(0, row_bytes + added_row_bytes)::float8 as "rowBytes",
  greatest(0, file_bytes + added_file_bytes)::float8 as "fileBytes"`

/**
 * Adds counts of several projects; returns what those store that have changed. Deleted projects are left out. Stored
 * data that may be in a measurement already is not added again: the next measurement finds what this leaves out.
 */
export async function addUsage(
  on: Queryable,
  counts: readonly Counted[],
): Promise<readonly StoredRow[]> {
  const all = <K extends keyof Counted>(name: K) => counts.map((count) => count[name])
  return on.query<StoredRow>(sql`
    with given as materialized (
      select given.*, project.organisation_id
      from unnest(${all('projectId')}::text[], ${all('requests')}::bigint[], ${all('runs')}::bigint[],
        ${all('rows')}::bigint[], ${all('rowBytes')}::bigint[], ${all('fileBytes')}::bigint[],
        ${all('isChanged')}::boolean[], ${all('ageMs')}::float8[])
        as given (project_id, requests, runs, rows, row_bytes, file_bytes, is_changed, age_ms)
      join project on project.id = given.project_id and project.deleted_at is null
      order by project.id
    ), counted as (
      insert into usage_day (organisation_id, project_id, day, requests, runs)
      select organisation_id, project_id, (now() at time zone 'UTC')::date, requests, runs from given
      where requests > 0 or runs > 0 order by project_id
      on conflict (project_id, day) do update set requests = usage_day.requests + excluded.requests,
        runs = usage_day.runs + excluded.runs
    )
    insert into project_usage (project_id, added_rows, added_row_bytes, added_file_bytes, due_at, not_before)
    select project_id, rows, row_bytes, file_bytes, now(), now() - age_ms * interval '1 millisecond'
    from given where is_changed order by project_id
    -- excluded.not_before is when the counts began.
    on conflict (project_id) do update set
      added_rows = project_usage.added_rows + case
        when excluded.not_before < project_usage.scanned_at then 0 else excluded.added_rows end,
      added_row_bytes = project_usage.added_row_bytes + case
        when excluded.not_before < project_usage.scanned_at then 0 else excluded.added_row_bytes end,
      added_file_bytes = project_usage.added_file_bytes + case
        when excluded.not_before < project_usage.scanned_at then 0 else excluded.added_file_bytes end,
      is_changed = true,
      due_at = coalesce(project_usage.due_at, greatest(now(), project_usage.not_before))
    returning ${totals}`)
}

/** Marks a project as changed, so that it is measured soon. */
export async function markChanged(on: Queryable, projectId: string): Promise<void> {
  await addUsage(on, [
    {
      ...{ projectId, requests: 0, runs: 0, rows: 0, rowBytes: 0, fileBytes: 0 },
      isChanged: true,
      ageMs: 0,
    },
  ])
}

/** What a project stores, as measured and counted; zeros if it was never measured. */
export async function findStoredUsage(
  on: Queryable,
  projectId: string,
): Promise<Stored & { measuredAt: Date | null }> {
  const [row] = await on.query<StoredRow & { measuredAt: Date | null }>(sql`
    select ${totals}, measured_at as "measuredAt" from project_usage where project_id = ${projectId}`)
  return row ?? { rows: 0, rowBytes: 0, fileBytes: 0, measuredAt: null }
}

/** The bytes of a project's files; an upload whose size is not known counts with what it reserved. */
export async function sumFileBytes(on: Queryable, projectId: string): Promise<number> {
  const [row] = await on.query<{ bytes: number }>(sql`
    select coalesce(sum(coalesce(size, reserved, 0)), 0)::float8 as bytes from upload
    where environment_id in (select id from environment where project_id = ${projectId})`)
  return row?.bytes ?? 0
}

/** Claims a project whose measurement is due. If the process ends before `putMeasured`, it is due again later. */
export async function claimDueProject(
  on: Queryable,
  leaseSeconds: number,
): Promise<{ projectId: string; added: Stored } | undefined> {
  const [row] = await on.query<StoredRow>(sql`
    update project_usage set due_at = now() + ${leaseSeconds} * interval '1 second', is_changed = false,
      scanned_at = now()
    where project_id = (
      select project_id from project_usage where due_at <= now() order by due_at limit 1
      for update skip locked)
    returning project_id as "projectId", added_rows::float8 as rows,
      added_row_bytes::float8 as "rowBytes", added_file_bytes::float8 as "fileBytes"`)
  return row && { projectId: row.projectId, added: row }
}

interface Measured {
  readonly projectId: string
  /** What was counted when the measurement began; the measured amounts include it. */
  readonly added: Stored
  readonly measured: Stored
  /** Short enough that everything counted until its end is taken as measured. */
  readonly isShort: boolean
  readonly pauseSeconds: number
}

/** Stores measured amounts, also as those of today. */
export async function putMeasured(
  on: Queryable,
  { projectId, added, measured, isShort, pauseSeconds }: Measured,
): Promise<Stored | undefined> {
  const [row] = await on.query<StoredRow>(sql`
    with today as (
      insert into usage_day (organisation_id, project_id, day, rows, row_bytes, file_bytes)
      select organisation_id, id, (now() at time zone 'UTC')::date, ${measured.rows}::bigint,
        ${measured.rowBytes}::bigint, ${measured.fileBytes}::bigint
      from project where id = ${projectId}
      on conflict (project_id, day) do update set rows = excluded.rows,
        row_bytes = excluded.row_bytes, file_bytes = excluded.file_bytes
    )
    update project_usage set rows = ${measured.rows}::bigint, row_bytes = ${measured.rowBytes}::bigint,
      file_bytes = ${measured.fileBytes}::bigint,
      added_rows = case when ${isShort} then 0 else added_rows - ${added.rows}::bigint end,
      added_row_bytes = case when ${isShort} then 0 else added_row_bytes - ${added.rowBytes}::bigint end,
      added_file_bytes = case when ${isShort} then 0
        else added_file_bytes - ${added.fileBytes}::bigint end,
      scanned_at = case when ${isShort} then now() else scanned_at end,
      measured_at = now(), not_before = now() + ${pauseSeconds} * interval '1 second',
      due_at = case when is_changed then now() + ${pauseSeconds} * interval '1 second' end
    where project_id = ${projectId}
    returning ${totals}`)
  return row
}

/** Requests of the last full minute per second; runs of the last minute and at once. */
export async function findRates(
  on: Queryable,
  { projectId, sinceRunId }: { projectId: string; sinceRunId: string },
): Promise<{ requestsPerSecond: number; runsPerMinute: number; runsAtOnce: number }> {
  const environments = sql`(select id from environment where project_id = ${projectId})`
  const [row] = await on.query<{
    requestsPerSecond: number
    runsPerMinute: number
    runsAtOnce: number
  }>(sql`
    select
      (select coalesce(sum(requests), 0) / 60.0 from request_minute
        where environment_id in ${environments}
          and minute = date_trunc('minute', now()) - interval '1 minute')::float8 as "requestsPerSecond",
      (select count(*) from run where environment_id in ${environments} and id >= ${sinceRunId})::float8
        as "runsPerMinute",
      (select coalesce(sum(running), 0) from run_queue where environment_id in ${environments})::float8
        as "runsAtOnce"`)
  return row ?? { requestsPerSecond: 0, runsPerMinute: 0, runsAtOnce: 0 }
}

interface Span {
  /** All projects of the installation if it is null. */
  readonly projectId: string | null
  /** Days as YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
}

/**
 * Days of usage, oldest first; rows and bytes of a day without a measurement are those of the last one before it. The
 * days of a project end when it is deleted, and those of an erased one with its last.
 */
export async function listUsageDays(
  on: Queryable,
  { projectId, from, to }: Span,
): Promise<(UsageDay & { projectId: string })[]> {
  return on.query<UsageDay & { projectId: string } & Record<string, unknown>>(sql`
    with known as (
      select usage_day.project_id, min(day) as first, case when project.id is null then max(day)
        else (project.deleted_at at time zone 'UTC')::date end as last
      from usage_day left join project on project.id = usage_day.project_id
      where (${projectId}::text is null or usage_day.project_id = ${projectId})
      group by usage_day.project_id, project.id
    )
    select known.project_id as "projectId", to_char(days.day, 'YYYY-MM-DD') as day,
      coalesce(own.requests, 0)::float8 as requests, coalesce(own.runs, 0)::float8 as runs,
      coalesce(stored.rows, 0)::float8 as rows, coalesce(stored.row_bytes, 0)::float8 as "rowBytes",
      coalesce(stored.file_bytes, 0)::float8 as "fileBytes"
    from known
    cross join lateral (
      select day::date from generate_series(greatest(known.first, ${from}::date)::timestamp,
        least((now() at time zone 'UTC')::date, ${to}::date, known.last)::timestamp, interval '1 day') as day
    ) as days
    left join usage_day as own on own.project_id = known.project_id and own.day = days.day
    left join lateral (
      select rows, row_bytes, file_bytes from usage_day as last
      where last.project_id = known.project_id and last.day <= days.day and last.rows is not null
      order by last.day desc limit 1
    ) as stored on true
    order by known.project_id, days.day`)
}

/** Deletes days over the retention, and warnings about rates that have long passed. */
export async function deleteOldUsage(on: Queryable, days: number): Promise<void> {
  await on.query(sql`
    delete from usage_day where day < (now() at time zone 'UTC')::date - ${days}::integer`)
  await on.query(sql`
    delete from budget_warning where last_at < now() - interval '1 day'
      and kind not in ('rows', 'bytes')`)
}
