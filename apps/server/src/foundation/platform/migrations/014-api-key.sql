-- A key of a project's environment. Only the hash of its secret is kept; tables are named by their stable ids.
create table api_key (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  grants text not null,
  created_by text references staff (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create index api_key_environment on api_key (environment_id, created_at desc);
