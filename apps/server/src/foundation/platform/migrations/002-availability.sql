-- The stop button: whether a project is open, read-only, suspended or archived, and who decided that, when and why.
-- `availability_by` is null for the command line.
alter table project
  add column availability text not null default 'open'
    check (availability in ('open', 'read-only', 'suspended', 'archived')),
  add column availability_reason text not null default '',
  add column availability_by text references staff (id),
  add column availability_since timestamptz,
  add column availability_revision integer not null default 0;
create index project_stopped on project (id) where availability <> 'open';
-- The list counts projects by both columns without reading their rows.
drop index project_newest;
create index project_newest on project (organisation_id, created_at desc, id desc) include (in_sync, availability)
  where deleted_at is null;

-- Every process has the list of stopped projects in memory. It compares this number once a second, in case a
-- notification was lost.
create table availability_version (
  version bigint not null
);
insert into availability_version (version) values (1);

create function notify_availability() returns trigger language plpgsql as $$
begin
  update availability_version set version = version + 1;
  perform pg_notify('plinth_changed', 'availability');
  return null;
end $$;
create trigger availability_changed after update of availability on project for each row
  when (old.availability is distinct from new.availability) execute function notify_availability();
