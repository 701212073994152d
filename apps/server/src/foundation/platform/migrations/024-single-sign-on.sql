-- Single sign-on of staff.

-- A sign-in at the identity provider. The browser keeps a random handle; state, nonce and PKCE verifier are derived from
-- it, so that this row has no secret.
create table sso_transaction (
  handle_hash bytea primary key,
  issuer text not null,
  redirect text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when the provider's answer arrives: an answer is accepted once.
  used_at timestamptz,
  -- What the provider has proved, while the sign-in waits for a second factor or a password.
  profile text
);
create index sso_transaction_expiry on sso_transaction (expires_at);

-- Which account a person of a provider has. The subject never changes, unlike an email address.
create table staff_identity (
  issuer text not null,
  subject text not null,
  staff_id text not null references staff (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create unique index staff_identity_staff on staff_identity (staff_id, issuer);

-- Set for sessions that a provider's sign-in opened.
alter table session
  add column identity_issuer text,
  add column identity_subject text,
  add column identity_sid text;
