-- Staff who listen in the workflow editor for the next call of a webhook. The call is stored until its receiver has
-- read it; a row with a call does not listen any more.
create table webhook_listener (
  id text primary key,
  workflow_id text not null references workflow (id) on delete cascade,
  node_id text not null,
  staff_id text not null references staff (id) on delete cascade,
  expires_at timestamptz not null,
  call text,
  unique (workflow_id, node_id, staff_id)
);
create index webhook_listener_expiry on webhook_listener (expires_at);
