alter table organisation add column two_step_required boolean not null default false;

alter table staff
  add column disabled_at timestamptz,
  add column last_sign_in_at timestamptz;
create index staff_of_organisation on staff (organisation_id, email_key);

-- The authenticator's secret is sealed; a code is good once, so the last step that was used is kept.
create table two_step (
  staff_id text primary key references staff (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_code (
  staff_id text not null references staff (id) on delete cascade,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

create table invitation (
  id text primary key,
  organisation_id text not null references organisation (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored unique,
  token_hash bytea unique,
  invited_by text not null references staff (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
