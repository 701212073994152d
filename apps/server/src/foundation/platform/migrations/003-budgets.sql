-- Budgets: limits per project with the organisation's defaults, which have no project. `limits` is JSON by kind;
-- a kind that is null there has the default, or no limit.
create table budget (
  organisation_id text not null references organisation (id) on delete cascade,
  project_id text references project (id) on delete cascade,
  limits text not null,
  revision integer not null,
  unique nulls not distinct (organisation_id, project_id)
);
create index budget_project on budget (project_id);

-- Every process has the budgets in memory and compares this number, in case a notification was lost.
create table budget_version (
  version bigint not null
);
insert into budget_version (version) values (1);

create function notify_budget() returns trigger language plpgsql as $$
begin
  update budget_version set version = version + 1;
  perform pg_notify('plinth_changed', 'budget');
  return null;
end $$;
create trigger budget_changed after insert or update or delete on budget for each row execute function notify_budget();

-- A new project has the defaults of its organisation.
create function notify_budget_of_project() returns trigger language plpgsql as $$
begin
  if exists (select from budget where organisation_id = new.organisation_id and project_id is null) then
    update budget_version set version = version + 1;
    perform pg_notify('plinth_changed', 'budget');
  end if;
  return null;
end $$;
create trigger project_added after insert on project for each row execute function notify_budget_of_project();

-- What a project stores: as last measured, and what was added since. `due_at` is when to measure it next, null if
-- nothing has changed; while it is measured, `due_at` is the end of the lease. No measurement starts before
-- `not_before`. Changes that a process began to count before `scanned_at` are in the measurement.
create table project_usage (
  project_id text primary key references project (id) on delete cascade,
  rows bigint not null default 0,
  row_bytes bigint not null default 0,
  file_bytes bigint not null default 0,
  added_rows bigint not null default 0,
  added_row_bytes bigint not null default 0,
  added_file_bytes bigint not null default 0,
  scanned_at timestamptz,
  measured_at timestamptz,
  due_at timestamptz,
  not_before timestamptz not null default now(),
  is_changed boolean not null default true
) with (fillfactor = 50);
create index project_usage_due on project_usage (due_at) where due_at is not null;
-- Projects that have data already are measured once.
insert into project_usage (project_id, due_at) select id, now() from project where deleted_at is null;

-- Usage per day (UTC), for billing: no foreign key, because it outlives its project. Rows and bytes are null on days
-- on which they were not measured.
create table usage_day (
  organisation_id text not null,
  project_id text not null,
  day date not null,
  requests bigint not null default 0,
  runs bigint not null default 0,
  rows bigint,
  row_bytes bigint,
  file_bytes bigint,
  primary key (project_id, day)
) with (fillfactor = 70);
create index usage_day_old on usage_day (day);

-- Limits that a project has reached; each is mailed once until it is deleted.
create table budget_warning (
  project_id text not null references project (id) on delete cascade,
  kind text not null,
  level text not null check (level in ('soft', 'hard')),
  since timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (project_id, kind, level)
);
