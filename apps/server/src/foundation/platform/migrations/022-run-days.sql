-- The same counts by the day (UTC): a chart of months reads days, and hours only where it begins and ends.
create table run_day (
  environment_id text not null references environment (id) on delete cascade,
  workflow_id text not null,
  trigger text not null,
  day timestamptz not null,
  status text not null,
  bucket smallint not null,
  runs bigint not null,
  primary key (environment_id, workflow_id, trigger, day, status, bucket)
) with (fillfactor = 80);

insert into run_day (environment_id, workflow_id, trigger, day, status, bucket, runs)
select environment_id, workflow_id, trigger, date_trunc('day', hour, 'UTC'), status, bucket, sum(runs)
from run_hour group by 1, 2, 3, 4, 5, 6;
