alter table session
  -- The client of the provider that opened the session.
  add column identity_client text,
  -- Whether the provider said that it asked for a second factor.
  add column identity_second_factor boolean not null default false,
  -- When the provider asked the person again for this session.
  add column provider_proved_at timestamptz not null default '-infinity';

-- Set for a sign-in at the provider that proves an open session, which no other session can end.
alter table sso_transaction add column proves_session uuid;

-- Whether people sign in with the provider only, and the accounts that keep their password then.
alter table sso_provider add column sso_only boolean not null default false;
alter table staff add column break_glass boolean not null default false;

-- False for accounts that a provider's sign-in created, until somebody sets a password: theirs is a random one.
alter table staff add column has_password boolean not null default true;
-- Such an account was connected in the transaction that created it; a new password disconnects it.
update staff set has_password = false from staff_identity
where staff_identity.staff_id = staff.id and staff_identity.created_at = staff.created_at;
