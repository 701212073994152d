-- Queries of Computed tables that the check refused, one row per text, so that each is audited once.
create table refused_query (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  query_digest text not null,
  table_name text not null,
  reason text not null,
  found_at timestamptz not null default now(),
  primary key (environment_id, table_id, query_digest)
);
