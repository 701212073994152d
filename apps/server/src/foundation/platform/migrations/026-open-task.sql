-- Tasks that were promised and are not done; whoever does one takes it away. The durable engine's data may be lost, or it
-- may give a task up: what stays here is then promised again.
create table open_task (
  id bigint primary key,
  topic text not null,
  key text not null,
  promised_at timestamptz not null default now()
);

create or replace function promise_watching() returns trigger language plpgsql as $$
begin
  with promised as (
    insert into outbox (topic, key) values ('watchRows', coalesce(new.environment_id, old.environment_id))
    returning id, topic, key
  )
  insert into open_task (id, topic, key) select id, topic, key from promised;
  return null;
end $$;

insert into open_task (id, topic, key)
select id, topic, key from outbox where topic not in ('run', 'keepSchedule');

-- What an earlier version had handed over: done once more it is the same.
insert into open_task (id, topic, key)
select nextval(pg_get_serial_sequence('outbox', 'id')),
  case when deleted_at is null then 'provisionProject' else 'removeProject' end, id
from project where (deleted_at is not null or state <> 'ready')
  and not exists (select from outbox where key = project.id);
