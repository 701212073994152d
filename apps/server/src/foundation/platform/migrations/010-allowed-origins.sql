-- Which pages of other origins may call an environment, beside those of its domains. Without a row no other origin is
-- allowed, except local ones in dev.
create table allowed_origins (
  environment_id text primary key references environment (id) on delete cascade,
  origins text[] not null,
  allows_local boolean not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
create index allowed_origins_listed on allowed_origins using gin (origins);

create trigger allowed_origins_changed after insert or delete or update on allowed_origins
  for each statement execute function notify_hosts();
