-- Where an audited call came from: its address and agent, and the session or API key that it used.
alter table audit
  add column address text,
  add column agent text,
  add column session_id text,
  add column key_id text;

-- Entries up to `archived_number` are in archive files, and the rest of the chain begins at `archived_hash`.
-- `archive_at` is when to look for old entries again.
alter table audit_chain
  add column archived_number bigint not null default 0,
  add column archived_hash bytea not null default decode(repeat('00', 32), 'hex'),
  add column archive_at timestamptz not null default now();
create index audit_chain_due on audit_chain (archive_at);

-- The address of a removed node waits for an undo, but not forever. Null while a trigger uses it.
alter table webhook_address add column unused_since timestamptz;
update webhook_address set unused_since = now() where not exists (
  select from trigger where trigger.workflow_id = webhook_address.workflow_id
    and trigger.node_id = webhook_address.node_id);
create index webhook_address_unused on webhook_address (unused_since) where unused_since is not null;

-- Retention finds the oldest rows by these.
create index invitation_expiry on invitation (expires_at);
create index password_reset_expiry on password_reset (expires_at);
create index refused_query_age on refused_query (found_at);
create index restore_end on restore (ended_at) where ended_at is not null;
create index run_day_age on run_day (day);
create index run_hour_age on run_hour (hour);
