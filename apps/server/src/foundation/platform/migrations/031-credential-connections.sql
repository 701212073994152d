-- OAuth2 credentials that are connected with an account of a service.

-- A connection that a person has begun. The browser keeps a random handle; state and PKCE verifier are derived from it,
-- so that this row has no secret.
create table credential_authorization (
  handle_hash bytea primary key,
  credential_id text not null references credential (id) on delete cascade,
  staff_id text not null references staff (id) on delete cascade,
  -- Of the credential: its addresses must not change before the answer arrives.
  revision integer not null,
  expires_at timestamptz not null,
  -- Set when the service's answer arrives: an answer is accepted once.
  used_at timestamptz
);
create index credential_authorization_expiry on credential_authorization (expires_at);
create index credential_authorization_credential on credential_authorization (credential_id);
create index credential_authorization_staff on credential_authorization (staff_id);

-- The tokens of a credential. They are not part of its data, so that a refresh changes neither its revision nor its
-- comparison with production.
create table credential_connection (
  credential_id text primary key references credential (id) on delete cascade,
  -- Client, token endpoint and hosts that the tokens are for; the tokens are sealed with it.
  bound text not null,
  access_token bytea,
  refresh_token bytea,
  scope text,
  account text,
  connected_by text references staff (id) on delete set null,
  connected_at timestamptz,
  expires_at timestamptz,
  refresh_at timestamptz,
  -- One more with each new token; a refresh saves its result only if the number has not changed.
  generation integer not null default 0,
  -- Until then one process refreshes the token.
  leased_until timestamptz,
  -- No refresh before this time, after one that failed.
  retry_at timestamptz,
  failure text,
  -- Refreshes that failed since the last success; the job pauses longer after each.
  failures integer not null default 0,
  -- Set when the service has refused: only a person can connect it again.
  refused_at timestamptz
);
create index credential_connection_due on credential_connection (refresh_at)
  where refresh_token is not null and refused_at is null;
create index credential_connection_staff on credential_connection (connected_by);
