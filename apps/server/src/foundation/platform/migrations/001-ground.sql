create table organisation (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table staff (
  id text primary key,
  organisation_id text not null references organisation (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored unique,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  is_admin boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  token_hash bytea primary key,
  staff_id text not null references staff (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_staff on session (staff_id);
create index session_expiry on session (expires_at);

create table password_reset (
  token_hash bytea primary key,
  staff_id text not null references staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_staff on password_reset (staff_id);

create table project (
  id text primary key,
  organisation_id text not null references organisation (id),
  name text not null,
  name_key text not null generated always as (lower(btrim(name))) stored,
  region text not null,
  state text not null default 'provisioning' check (state in ('provisioning', 'ready')),
  in_sync boolean not null default true,
  table_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index project_name on project (organisation_id, name_key) where deleted_at is null;
create index project_newest on project (organisation_id, created_at desc, id desc) include (in_sync) where deleted_at is null;

create table membership (
  project_id text not null references project (id) on delete cascade,
  staff_id text not null references staff (id) on delete cascade,
  role text not null check (role in ('owner', 'developer')),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (project_id, staff_id)
);
create index membership_staff on membership (staff_id, project_id);

create table environment (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  name text not null check (name in ('dev', 'production')),
  unique (project_id, name)
);

create table placement (
  environment_id text primary key references environment (id) on delete cascade,
  engine text not null check (engine in ('sqlite3', 'postgres')),
  server text not null,
  database text not null,
  schema text not null,
  connection bytea,
  ready boolean not null default false
);
create index placement_database on placement (server, database) where engine = 'postgres';

create table configuration (
  environment_id text primary key references environment (id) on delete cascade,
  version text not null,
  database text not null,
  new_configuration text not null,
  old_configuration text not null,
  old_digest text not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);

create table configuration_revision (
  environment_id text not null references environment (id) on delete cascade,
  revision integer not null,
  configuration text not null,
  staff_id text,
  created_at timestamptz not null default now(),
  primary key (environment_id, revision)
);

create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  created_at timestamptz not null default now()
);

create table idempotency (
  principal text not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (principal, key)
);
create index idempotency_age on idempotency (created_at);

create table audit (
  id bigint generated always as identity primary key,
  organisation_id text,
  project_id text,
  environment text,
  staff_id text,
  action text not null,
  entity text not null,
  entity_id text not null,
  before text,
  after text,
  request_id text not null,
  created_at timestamptz not null default now()
);
create index audit_project on audit (project_id, id);

create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
