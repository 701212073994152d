-- Files in which changes may have left events since a moment; after a crash only these are looked at.
create table dirty_environment (
  environment_id text primary key references environment (id) on delete cascade,
  marked_at timestamptz not null
);

-- What an environment's database was last told to watch.
create table watched_rows (
  environment_id text primary key references environment (id) on delete cascade,
  tables text not null
);
create function tell_watched() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', new.environment_id);
  return null;
end $$;
create trigger watched_rows_changed after insert or update on watched_rows
  for each row execute function tell_watched();

-- Whatever becomes of a row trigger, its environment's database has to follow.
create function promise_watching() returns trigger language plpgsql as $$
begin
  insert into outbox (topic, key) values ('watchRows', coalesce(new.environment_id, old.environment_id));
  return null;
end $$;
create trigger row_trigger_added after insert on trigger
  for each row when (new.kind = 'trigger-row') execute function promise_watching();
create trigger row_trigger_changed after update on trigger
  for each row when (old.* is distinct from new.* and 'trigger-row' in (old.kind, new.kind))
  execute function promise_watching();
create trigger row_trigger_removed after delete on trigger
  for each row when (old.kind = 'trigger-row') execute function promise_watching();
