-- A run that did nothing before its end that anybody could see is begun and ended by one statement: `begun_ms` says how
-- long ago it began, null for one that did not.
drop function end_runs(text[], text[], text[], text[], text[], boolean);
create function end_runs(ids text[], statuses text[], results text[], nodes text[], messages text[],
  begun_ms double precision[], before_they_began boolean)
returns table (id text, admitted integer) language plpgsql as $$
#variable_conflict use_column
declare
  ended text[];
  awaiting text[];
  free text[];
  given_on integer := 0;
begin
  perform from run_line
  where workflow_id in (select workflow_id from run where run.id = any (ids) and slot is not null)
  order by workflow_id for update;
  with written as (
    update run set status = given.status, result = given.result, error_node = given.node,
      error_message = given.message, ended_at = now(), change = nextval('run_change'),
      started_at = coalesce(started_at, now() - given.begun_ms * interval '1 millisecond')
    from unnest(ids, statuses, results, nodes, messages, begun_ms)
      as given (id, status, result, node, message, begun_ms)
    where run.id = given.id
      and (run.status = 'queued' or not before_they_began and run.status in ('running', 'waiting'))
    returning run.*
  ), counted as (
    insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
    select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status,
      run_bucket(started_at, ended_at)
    from written
  ), stopped as (
    update run_node set status = 'cancelled', ended_at = now(), change = nextval('run_change')
    where run_id in (select written.id from written) and status in ('running', 'waiting')
  ), freed as (
    update run_line set running = running - own.held, waiting = waiting - own.waited
    from (
      select workflow_id, count(*) filter (where slot <> 'waits')::integer as held,
        count(*) filter (where slot = 'waits')::integer as waited
      from written where slot is not null group by workflow_id
    ) as own
    where run_line.workflow_id = own.workflow_id
    returning run_line.workflow_id, waiting > 0 and running < most as has_room
  )
  select array_agg(written.id), array_agg(written.id) filter (where awaited),
    (select array_agg(workflow_id) from freed where has_room)
  into ended, awaiting, free from written;
  perform pg_notify('plinth_changed', 'run ' || run_id) from unnest(awaiting) as run_id;
  if free is not null then given_on := admit_runs(free); end if;
  return query select run_id, given_on from unnest(ended) as run_id;
end $$;
