-- Each hour is also kept in sums over all workflows, over all triggers and over both, under the empty name:
-- whatever is asked for is one short range of the key.
drop table run_hour;
create table run_hour (
  environment_id text not null references environment (id) on delete cascade,
  workflow_id text not null,
  trigger text not null,
  hour timestamptz not null,
  status text not null,
  bucket smallint not null,
  runs bigint not null,
  primary key (environment_id, workflow_id, trigger, hour, status, bucket)
);

delete from run_uncounted;
insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status,
  run_bucket(started_at, ended_at)
from run where ended_at is not null;
