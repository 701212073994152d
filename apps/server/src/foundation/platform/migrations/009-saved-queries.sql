-- Queries that the members of a project share: their texts, never their results.
create table saved_query (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  name text not null,
  sql text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);
