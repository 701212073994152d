-- The identity provider that an admin has set in the console. Its secret is sealed.
create table sso_provider (
  organisation_id text primary key references organisation (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  name text not null,
  domains text[] not null,
  verified_claim text not null,
  updated_at timestamptz not null default now()
);
