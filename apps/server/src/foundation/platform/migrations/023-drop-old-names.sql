-- What only builds before version 3 of the database use. Applied by builds of version 4.
drop view discarded_placement;

drop trigger domain_changed on domain;
drop trigger allowed_origins_changed on allowed_origins;
drop function notify_hosts();
create or replace function notify_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', id) from environment where project_id = new.id;
  perform pg_notify('plinth_environment', 'hosts of ' || new.id);
  return null;
end $$;
