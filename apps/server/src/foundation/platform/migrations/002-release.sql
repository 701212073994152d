create table release (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  environment_id text not null references environment (id) on delete cascade,
  environment text not null,
  kind text not null check (kind in ('sync', 'deploy', 'undo', 'restore')),
  state text not null default 'running' check (state in ('running', 'applied', 'failed')),
  plan text not null,
  steps text not null,
  gone_id text,
  message text not null default '',
  progress real not null default 0,
  staff_id text not null,
  by_name text not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index release_running on release (environment_id) where state = 'running';
create index release_newest on release (environment_id, started_at desc);
