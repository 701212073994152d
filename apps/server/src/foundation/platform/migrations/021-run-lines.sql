-- The line in front of a workflow: how many of its runs have a slot, and how many wait for one. Whoever changes a
-- run's slot holds its line first; several are held in the order of their ids. It outlives its workflow, as runs do.
create table run_line (
  workflow_id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  most integer not null,
  running integer not null default 0,
  waiting integer not null default 0
) with (fillfactor = 50);
create index run_line_of_environment on run_line (environment_id);

-- What a run has of its workflow's slots: held until it ends, waited for, or none because it needs none (it goes with its
-- caller). `older` is held by a run that an earlier version of the server began.
alter table run add column slot text check (slot in ('held', 'older', 'waits'));
create index run_waits on run (workflow_id, id) where slot = 'waits' and status = 'queued';

-- Gives free slots of these workflows to those who wait, in the order of their arrival, and promises their runs.
create function admit_runs(workflows text[]) returns integer language plpgsql as $$
declare
  admitted integer;
begin
  perform from run_line where workflow_id = any (workflows) order by workflow_id for update;
  with free as (
    select workflow_id, most - running as slots from run_line
    where workflow_id = any (workflows) and waiting > 0 and running < most
  ), chosen as (
    select first.id, free.workflow_id from free, lateral (
      select id from run
      where run.workflow_id = free.workflow_id and slot = 'waits' and status = 'queued'
      order by id limit free.slots
    ) as first
  ), given as (
    update run set slot = 'held' from chosen where run.id = chosen.id
  ), counted as (
    update run_line set running = running + runs, waiting = waiting - runs
    from (select workflow_id, count(*)::integer as runs from chosen group by workflow_id) as own
    where run_line.workflow_id = own.workflow_id
  ), promised as (
    insert into outbox (topic, key) select 'run', id from chosen order by id returning id
  )
  select count(*) into admitted from promised;
  return admitted;
end $$;

-- Ends runs, each once: an ended one stays as it ended, and what was still under way in it is cancelled. The slots that
-- become free are given on in the same transaction.
create function end_runs(ids text[], statuses text[], results text[], nodes text[], messages text[],
  before_they_began boolean)
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
      error_message = given.message, ended_at = now(), change = nextval('run_change')
    from unnest(ids, statuses, results, nodes, messages) as given (id, status, result, node, message)
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

create function slots_in(settings text) returns integer language sql immutable as $$
  select coalesce((settings::json -> 'execution' ->> 'concurrency')::integer, 1)
$$;

-- Whoever saves a workflow, sets how many of its runs may be under way; a queue never stands still for it.
create function keep_line() returns trigger language plpgsql as $$
begin
  insert into run_line (workflow_id, environment_id, most)
  values (new.id, new.environment_id, slots_in(new.settings))
  on conflict (workflow_id) do update set most = excluded.most where run_line.most <> excluded.most;
  perform admit_runs(array[new.id]);
  return null;
end $$;
create trigger workflow_slots after insert or update of settings on workflow
  for each row execute function keep_line();

-- Runs that an earlier version began go on where they are. Those that waited there wait here now, and leave when
-- they are called there.
update run set slot = case status when 'queued' then 'waits' else 'older' end
where status in ('queued', 'running', 'waiting') and concurrency > 0;
insert into run_line (workflow_id, environment_id, most)
select id, environment_id, slots_in(settings) from workflow;
insert into run_line (workflow_id, environment_id, most)
select distinct on (workflow_id) workflow_id, environment_id, greatest(concurrency, 1) from run
order by workflow_id, id desc
on conflict (workflow_id) do nothing;
update run_line set running = own.held, waiting = own.waited
from (
  select workflow_id, count(*) filter (where slot = 'older') as held,
    count(*) filter (where slot = 'waits') as waited
  from run where slot is not null group by workflow_id
) as own
where run_line.workflow_id = own.workflow_id;
delete from outbox where topic in ('runInOrder', 'runInSlot');
update outbox set topic = 'run' where topic = 'runTogether';
select admit_runs(array_agg(workflow_id)) from run_line where waiting > 0;
