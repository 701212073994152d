-- A file that somebody was allowed to upload. `claimed` means that what a row says decides: a row was about to take
-- it, or the row that held it was about to change. Nothing refers to the table and the row: they live elsewhere.
create table upload (
  key text primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  column_id text not null,
  file_name text not null,
  type text not null,
  acl text not null check (acl in ('private', 'public-read')),
  -- Unknown where the caller did not say it beforehand.
  size bigint,
  state text not null default 'pending' check (state in ('pending', 'claimed', 'held')),
  row_id text,
  was_held boolean not null default false,
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now()
);
create index upload_row on upload (environment_id, table_id, row_id) where row_id is not null;
create index upload_due on upload (state, state_at) where state <> 'held';
