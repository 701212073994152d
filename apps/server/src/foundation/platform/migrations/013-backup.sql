-- A backup outlives its project: nothing refers to it.
create table backup (
  id text primary key,
  project_id text not null,
  organisation_id text not null references organisation (id),
  origin text not null check (origin in ('person', 'schedule')),
  store text not null check (store in ('disk', 's3')),
  key text not null unique,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  progress real not null default 0,
  version integer not null default 0,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  lease_until timestamptz,
  -- Only for as long as it is under way.
  passphrase bytea,
  has_secrets boolean not null,
  bytes bigint,
  contents text,
  staff_id text,
  by_name text not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index backup_newest on backup (project_id, started_at desc);
create unique index backup_running on backup (project_id) where state in ('queued', 'running');

create table restore (
  id text primary key,
  -- Where it was asked for; nothing when it came from the command line into a new project.
  project_id text,
  organisation_id text not null references organisation (id),
  -- Nothing for a file that the command line was given.
  backup_id text,
  target text not null check (target in ('new', 'over')),
  environments text not null,
  name text not null,
  made_project_id text,
  -- What is being built and nobody sees yet.
  places text not null default '[]',
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  progress real not null default 0,
  version integer not null default 0,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  lease_until timestamptz,
  passphrase bytea,
  left_out text not null default '[]',
  staff_id text not null,
  by_name text not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index restore_newest on restore (project_id, started_at desc);
create unique index restore_running on restore (project_id) where state in ('queued', 'running');

create table backup_schedule (
  project_id text primary key references project (id) on delete cascade,
  cron text not null,
  timezone text not null,
  store text not null check (store in ('disk', 's3')),
  keep_count integer not null,
  keep_days integer not null,
  passphrase bytea,
  next_at timestamptz,
  updated_at timestamptz not null default now()
);
create index backup_schedule_due on backup_schedule (next_at) where next_at is not null;

-- While one of these lives, no file of its project is swept.
create table backup_hold (
  id text primary key,
  project_id text not null,
  until timestamptz not null
);
create index backup_hold_project on backup_hold (project_id);

-- Where rows were that a restore replaced; whoever still writes there has this long to end.
create table discarded_place (
  id text primary key,
  placement text not null,
  due_at timestamptz not null
);
