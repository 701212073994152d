-- A graph as it ran, with its settings and starts: kept once, however many runs it had.
create table run_graph (
  project_id text not null references project (id) on delete cascade,
  digest text not null,
  content text not null,
  primary key (project_id, digest)
);

-- Counts what was written about runs, so that whoever watches one can say what they have seen.
create sequence run_change;

-- A run outlives its workflow. Values are JSON text: it holds what jsonb would refuse.
create table run (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  environment_id text not null references environment (id) on delete cascade,
  workflow_id text not null,
  workflow_name text not null,
  version integer not null,
  graph_digest text not null,
  concurrency integer not null,
  trigger text not null,
  payload text,
  parent_id text,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  result text,
  error_node text,
  error_message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  change bigint not null default nextval('run_change')
);
create index run_newest on run (environment_id, id desc);
create index run_of_workflow on run (workflow_id, id desc);
create index run_open on run (created_at) where status in ('queued', 'running', 'waiting');

create table run_node (
  run_id text not null references run (id) on delete cascade,
  key text not null,
  attempt integer not null,
  node_id text not null,
  label text not null,
  kind text not null,
  status text not null check (status in ('running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  input text not null,
  output text,
  error text,
  -- What came of it beside the output, so that a node which is on record is never run again.
  outcome text,
  logs text not null default '[]',
  started_at timestamptz not null,
  ended_at timestamptz,
  change bigint not null default nextval('run_change'),
  primary key (run_id, key, attempt)
);
