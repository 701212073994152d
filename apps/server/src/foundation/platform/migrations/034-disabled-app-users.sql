-- App users who may not sign in; their sessions count no more.
create table disabled_app_user (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  user_id text not null,
  disabled_at timestamptz not null default now(),
  primary key (environment_id, table_id, user_id)
);
