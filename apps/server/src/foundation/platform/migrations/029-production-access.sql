-- Whether developers of a project may read production's data; owners and admins always may.
alter table project
  add column developers_read_production boolean not null default false,
  add column production_access_revision integer not null default 0;

-- Whose secrets an archive holds. Archives of earlier versions hold those of both environments.
alter table backup
  add column secrets_of text[] not null default '{}',
  add column secrets_by text;
update backup set secrets_of = '{dev,production}' where has_secrets;
update backup set secrets_by = staff_id where state in ('queued', 'running');
alter table backup drop column has_secrets;

-- Who chose the passphrase of a schedule: production's secrets go under an admin's alone. Nobody knows who chose the ones
-- that are there, so their archives hold dev's secrets until an admin chooses a new one.
alter table backup_schedule add column secrets_by text references staff (id) on delete set null;

-- Streams of production's data end when the project closes it to developers.
create trigger project_production_changed after update of developers_read_production on project
  for each statement execute function notify_access();
