alter table session
  add column id uuid not null default gen_random_uuid() unique,
  add column user_agent text not null default '',
  add column ip_prefix text not null default '';

create table domain (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  host text not null unique,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index domain_environment on domain (environment_id);

-- A secret constant has no value, only what the vault made of it.
create table constant (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  key text not null,
  value text,
  sealed bytea,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (environment_id, key),
  check ((value is null) <> (sealed is null))
);

-- The chain is added to entries afterwards, so that no writer waits for another.
alter table audit
  add column chain text not null generated always as (coalesce(project_id, '')) stored,
  add column chain_number bigint,
  add column chain_hash bytea;
create unique index audit_chain_number on audit (chain, chain_number) where chain_number is not null;
create index audit_unsealed on audit (chain, id) where chain_hash is null;

create index audit_time on audit (project_id, created_at desc, id desc);
create index audit_person on audit (project_id, staff_id, created_at desc, id desc);
create index audit_area on audit (project_id, entity, created_at desc, id desc);

-- Where each chain ends; whoever seals holds its row.
create table audit_chain (
  chain text primary key,
  number bigint not null default 0,
  hash bytea not null
);

create index staff_admin on staff (organisation_id) where is_admin;
