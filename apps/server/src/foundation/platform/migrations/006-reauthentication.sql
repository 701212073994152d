-- When a session last proved the password or a two-factor code. Opening a session is a proof, so that is the default.
alter table session add column proved_at timestamptz;
update session set proved_at = created_at;
alter table session
  alter column proved_at set default now(),
  alter column proved_at set not null;
