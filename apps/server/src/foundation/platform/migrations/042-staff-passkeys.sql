-- Passkeys of staff, a second factor beside the codes. Public keys are not secret, so nothing here is sealed.
create table staff_passkey (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  name text not null,
  -- Chosen by the authenticator.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Counts the uses; 0 for authenticators that do not count. It must not go backwards.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

-- Challenges that wait for an answer; each is deleted by its first use.
create table passkey_challenge (
  challenge bytea primary key,
  staff_id text not null references staff (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign in', 'reauthenticate')),
  -- What it was made for besides: a session, a password or a sign-in with the identity provider.
  bound_to bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index passkey_challenge_staff on passkey_challenge (staff_id);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
