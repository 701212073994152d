import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { RequestBatch } from './request-batch.ts'

/** Writes entries, counts and the number of entries in one statement. */
export async function writeBatch(on: Queryable, batch: RequestBatch): Promise<void> {
  const { entries } = batch
  const counts = batch.counted()
  const all = <T, K extends keyof T>(rows: readonly T[], key: K) => rows.map((row) => row[key])
  await on.query(sql`
    with entered as (
      insert into request_entry (environment_id, answered_at, request_id, call, method, table_name,
        status, ms, rows, kind, who, actor_id, equal, ranged, sorted, to_end)
      select environment_id, to_timestamp(at / 1000), request_id, call, method, table_name, status,
        ms, rows, kind, who, actor_id, equal, ranged, sorted, to_end
      from unnest(
        ${all(entries, 'environmentId')}::text[], ${all(entries, 'at')}::float8[],
        ${all(entries, 'requestId')}::uuid[], ${all(entries, 'call')}::text[],
        ${all(entries, 'method')}::text[], ${all(entries, 'table')}::text[],
        ${all(entries, 'status')}::int[], ${all(entries, 'ms')}::real[],
        ${all(entries, 'rows')}::int[], ${all(entries, 'kind')}::text[],
        ${all(entries, 'who')}::text[], ${all(entries, 'actorId')}::text[], ${all(entries, 'equal')}::text[],
        ${all(entries, 'ranged')}::text[], ${all(entries, 'sorted')}::text[],
        ${all(entries, 'toEnd')}::boolean[]
      ) as entry (environment_id, at, request_id, call, method, table_name, status, ms, rows, kind,
        who, actor_id, equal, ranged, sorted, to_end)
      returning environment_id
    ), counts as (
      select * from unnest(
        ${all(counts, 'environmentId')}::text[], ${all(counts, 'table')}::text[],
        ${all(counts, 'method')}::text[], ${all(counts, 'kind')}::text[],
        ${all(counts, 'status')}::int[], ${all(counts, 'bucket')}::int[],
        ${all(counts, 'requests')}::bigint[], ${all(counts, 'listed')}::bigint[]
      ) as count (environment_id, table_name, method, kind, status, bucket, requests, listed)
    ), counted as (
      insert into request_minute (environment_id, minute, table_name, method, kind, status, bucket,
        requests, listed)
      select environment_id, date_trunc('minute', to_timestamp(${batch.at}::float8 / 1000)), table_name,
        method, kind, status, bucket, requests, listed
      from counts order by 1, 3, 4, 5, 6, 7
      on conflict (environment_id, minute, table_name, method, kind, status, bucket) do update
        set requests = request_minute.requests + excluded.requests,
          listed = request_minute.listed + excluded.listed
    )
    insert into request_retention (environment_id, entries, due_at)
    select environment_id, sum(entries), now() + interval '10 minutes' from (
      select environment_id, 1 as entries from entered
      union all select distinct environment_id, 0 from counts
    ) as added group by environment_id order by environment_id
    on conflict (environment_id) do update
      set entries = request_retention.entries + excluded.entries where excluded.entries > 0`)
}
