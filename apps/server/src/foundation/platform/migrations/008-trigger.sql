-- What starts a workflow in its environment, as its current canvas says; written with every save.
create table trigger (
  workflow_id text not null references workflow (id) on delete cascade,
  node_id text not null,
  environment_id text not null references environment (id) on delete cascade,
  kind text not null,
  settings text not null,
  credentials text not null,
  active boolean not null,
  primary key (workflow_id, node_id)
);
create index trigger_active on trigger (environment_id, kind) where active;

-- The random part of a webhook's address. It outlives the node: whoever takes a node back gets its address back.
create table webhook_address (
  workflow_id text not null references workflow (id) on delete cascade,
  node_id text not null,
  secret text not null unique,
  primary key (workflow_id, node_id)
);

-- How many runs led to this one, and what makes an event one run however often it is told.
alter table run add column depth integer not null default 0;
alter table run add column event_key text;
create unique index run_of_event on run (event_key) where event_key is not null;
