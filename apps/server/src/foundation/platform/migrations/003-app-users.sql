-- An app user's session. The environment binds it to one project; only the token's hash is kept.
create table app_session (
  token_hash bytea primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  user_id text not null,
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index app_session_user on app_session (environment_id, table_id, user_id);
create index app_session_expiry on app_session (expires_at);

-- A link that was mailed to an app user; it is good for the address it was sent to, once.
create table app_link (
  token_hash bytea primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  user_id text not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  email text not null,
  expires_at timestamptz not null
);
create unique index app_link_user on app_link (environment_id, table_id, user_id, purpose);
create index app_link_expiry on app_link (expires_at);
