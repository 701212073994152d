-- A replay knows the run it repeats, the turn it begins from and what that turn takes instead.
alter table run add column replay_of text;
alter table run add column replay_from text;
alter table run add column replay_input text;
alter table run_node add column origin text not null default 'run'
  check (origin in ('run', 'record', 'pin'));
-- A graph is forgotten once no run that is kept can be of it.
alter table run_graph add column used_on date not null default current_date;

create index run_by_status on run (environment_id, status, id desc)
  where status in ('succeeded', 'failed', 'cancelled');
create index run_of_workflow_by_status on run (workflow_id, status, id desc)
  where status in ('succeeded', 'failed', 'cancelled');
create index run_by_trigger on run (environment_id, trigger, id desc);

-- Ended runs by the hour they were asked for in. A bucket is a quarter of a doubling of milliseconds;
-- -1 for runs that never began.
create table run_hour (
  environment_id text not null references environment (id) on delete cascade,
  hour timestamptz not null,
  workflow_id text not null,
  trigger text not null,
  status text not null,
  bucket smallint not null,
  runs bigint not null,
  primary key (environment_id, hour, workflow_id, trigger, status, bucket)
);

-- Runs that ended and are not in run_hour yet: nobody who ends a run waits for a count.
create table run_uncounted (
  id bigint generated always as identity primary key,
  environment_id text not null,
  hour timestamptz not null,
  workflow_id text not null,
  trigger text not null,
  status text not null,
  bucket smallint not null
);
create index run_uncounted_of on run_uncounted (environment_id);

create function run_bucket(started_at timestamptz, ended_at timestamptz) returns smallint
language sql immutable as $$
  select case when started_at is null then -1
    else floor(4 * ln(greatest(extract(epoch from ended_at - started_at)::float8 * 1000, 1)) / ln(2))
    end::smallint
$$;

insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status,
  run_bucket(started_at, ended_at)
from run where ended_at is not null;

-- How long an environment keeps runs, if it says so itself, and when to look next.
create table run_keep (
  environment_id text primary key references environment (id) on delete cascade,
  days integer,
  runs integer,
  look_at timestamptz not null default now()
);
create index run_keep_due on run_keep (look_at);
insert into run_keep (environment_id) select distinct environment_id from run;
