-- The host whose pages may use passkeys; null if users of the table cannot sign in with passkeys.
alter table app_sign_in add column passkey_host text;

-- Passkeys of app users. Public keys are not secret, so nothing here is sealed.
create table app_passkey (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  user_id text not null,
  -- As it was when the passkey was made: a passkey works at its host only.
  host text not null,
  name text not null,
  -- Chosen by the authenticator.
  credential_id bytea not null,
  public_key bytea not null,
  -- Counts the uses; 0 for authenticators that do not count. It must not go backwards.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (environment_id, table_id, credential_id)
);
create index app_passkey_user on app_passkey (environment_id, table_id, user_id);

-- Challenges that wait for an answer; each is deleted by its first use.
create table app_passkey_challenge (
  challenge bytea primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  -- The signed-in user who adds a passkey, and the hash of the session's token; both null for a sign-in.
  user_id text,
  session_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((user_id is null) = (session_hash is null))
);
create index app_passkey_challenge_user on app_passkey_challenge (environment_id, table_id, user_id);
create index app_passkey_challenge_expiry on app_passkey_challenge (expires_at);
