-- Every process keeps what it knows of an environment until it hears that something changed.
create function tell_environment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('plinth_environment', old.environment_id); end if;
  if tg_op <> 'DELETE' then perform pg_notify('plinth_environment', new.environment_id); end if;
  return null;
end $$;

create function tell_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', id) from environment where project_id = new.id;
  perform pg_notify('plinth_environment', 'hosts');
  return null;
end $$;

create function tell_hosts() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', 'hosts');
  return null;
end $$;

create trigger configuration_applied after update of old_digest on configuration
  for each row when (old.old_digest is distinct from new.old_digest) execute function tell_environment();
create trigger placement_changed after update on placement
  for each row execute function tell_environment();
create trigger constant_changed after insert or update or delete on constant
  for each row execute function tell_environment();
create trigger project_deleted after update of deleted_at on project
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function tell_project();
create trigger domain_changed after insert or update or delete on domain
  for each statement execute function tell_hosts();
