-- Counts what was told about a release, so that whoever watches it can say what they have seen.
alter table release
  add column version integer not null default 0,
  add column cancel_asked boolean not null default false;

-- When to look after an environment: for a change that was left half done, and for what was set aside.
create table upkeep (
  environment_id text primary key references environment (id) on delete cascade,
  recover_at timestamptz,
  purge_at timestamptz
);
create index upkeep_recover on upkeep (recover_at) where recover_at is not null;
create index upkeep_purge on upkeep (purge_at) where purge_at is not null;

-- What was set aside before this table knew of it is found at the first look.
insert into upkeep (environment_id, recover_at, purge_at)
select environment_id, max(now()) filter (where state = 'running'), now() from release group by environment_id;
