-- Rows that a restore replaced are called "replaced" everywhere. The previous release uses the old name.
alter table discarded_placement rename to replaced_placement;
create view discarded_placement as select id, placement, due_at from replaced_placement;

-- A changed host name or origin notifies of its project, so that processes keep what they know of all others. An
-- environment that is deleted with its domains has no project to be found, so that any is meant. The previous release
-- reads "hosts" only, which the triggers of before still send.
create function notify_hosts_of_project() returns trigger language plpgsql as $$
declare
  changed text[] := array[]::text[];
begin
  if tg_op <> 'INSERT' then changed := changed || old.environment_id; end if;
  if tg_op <> 'DELETE' then changed := changed || new.environment_id; end if;
  perform pg_notify('plinth_environment', 'hosts of ' ||
      coalesce((select project_id from environment where environment.id = given.id), ''))
    from unnest(changed) as given(id);
  return null;
end $$;

create trigger domain_of_project_changed
  after insert or delete or update of host, environment_id, proved_at on domain
  for each row execute function notify_hosts_of_project();
create trigger allowed_origins_of_project_changed after insert or delete or update on allowed_origins
  for each row execute function notify_hosts_of_project();

create or replace function notify_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', id) from environment where project_id = new.id;
  perform pg_notify('plinth_environment', 'hosts of ' || new.id);
  perform pg_notify('plinth_environment', 'hosts');
  return null;
end $$;
