-- An identity provider without discovery has the addresses of its endpoints and the names of its claims, as JSON. A
-- signer makes the client secret from the sealed private key.
alter table sso_provider
  add column scope text not null default 'openid email profile',
  add column form_post boolean not null default false,
  add column signer text,
  add column endpoints text;

-- Set for a sign-in at the provider that connects the account of an open session, which no other session can end.
alter table sso_transaction add column connects_session uuid;
