-- Identity providers with which the users of an Auth table sign in, per environment.
create table app_provider (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  name text not null,
  label text not null,
  -- How the provider is reached, as JSON. The secret is sealed and not part of it.
  settings text not null,
  client_secret bytea not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment_id, table_id, name)
);

-- Which user a person of a provider is. The subject never changes, unlike an email address.
create table app_identity (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  issuer text not null,
  subject text not null,
  user_id text not null,
  -- The address that the provider named when it was linked, so that the user recognises it.
  email text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (environment_id, table_id, issuer, subject)
);
create unique index app_identity_user on app_identity (environment_id, table_id, user_id, issuer);

-- A sign-in of an app user at a provider. State, nonce and PKCE verifier derive from a random handle, which is sealed. The
-- app has a verifier of its own, of which this row has the challenge.
create table app_provider_sign_in (
  state_hash bytea primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  provider text not null,
  -- As they were when it began: a provider that was changed meanwhile ends it.
  issuer text not null,
  client_id text not null,
  sealed_handle bytea not null,
  challenge text not null,
  redirect text not null,
  in_popup boolean not null,
  -- The signed-in user to whom the identity is linked; null for a sign-in.
  links_user text,
  expires_at timestamptz not null,
  -- Set when the provider's answer arrives: an answer is accepted once.
  used_at timestamptz,
  ticket_hash bytea unique,
  -- What the provider has proved, until the ticket is used.
  profile text
);
create index app_provider_sign_in_expiry on app_provider_sign_in (expires_at);
create index app_provider_sign_in_table on app_provider_sign_in (environment_id, table_id, links_user);
