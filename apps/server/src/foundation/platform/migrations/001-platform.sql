-- The platform's database: everything but the rows of projects.

-- Organisations, staff and sign-in

create table organisation (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  two_factor_required boolean not null default false
);

create table staff (
  id text primary key,
  organisation_id text not null references organisation (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored unique,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  is_admin boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  last_sign_in_at timestamptz
);
create index staff_admin on staff (organisation_id) where is_admin;
create index staff_of_organisation on staff (organisation_id, email_key);

-- A staff member's session; only the token's hash is stored.
create table session (
  token_hash bytea primary key,
  staff_id text not null references staff (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  id uuid not null default gen_random_uuid() unique,
  user_agent text not null default '',
  ip_prefix text not null default ''
);
create index session_expiry on session (expires_at);
create index session_staff on session (staff_id);

create table password_reset (
  token_hash bytea primary key,
  staff_id text not null references staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_staff on password_reset (staff_id);

-- The authenticator's secret is sealed. Each code is accepted once, so the last accepted time step is stored.
create table two_factor (
  staff_id text primary key references staff (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_code (
  staff_id text not null references staff (id) on delete cascade,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

create table invitation (
  id text primary key,
  organisation_id text not null references organisation (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored unique,
  token_hash bytea unique,
  invited_by text not null references staff (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Failed sign-ins per account, independent of the address. `retry_at` is null while attempts are not delayed.
create table sign_in_failure (
  account bytea primary key,
  failures integer not null,
  ends_at timestamptz not null,
  retry_at timestamptz
);
create index sign_in_failure_end on sign_in_failure (ends_at);

-- Networks an account has signed in from; the delay after failures does not apply to them.
create table sign_in_network (
  account bytea not null,
  prefix text not null,
  used_at timestamptz not null default now(),
  primary key (account, prefix)
);
create index sign_in_network_age on sign_in_network (used_at);

-- Owned by rate-limiter-flexible.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Projects, environments and configuration

-- `file_store` is where the project's next files go; null is the installation's default. Developers read
-- production's data only where `developers_read_production` is set; owners and admins always may.
create table project (
  id text primary key,
  organisation_id text not null references organisation (id),
  name text not null,
  name_key text not null generated always as (lower(btrim(name))) stored,
  region text not null,
  state text not null default 'provisioning' check (state in ('provisioning', 'ready')),
  in_sync boolean not null default true,
  table_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  file_store text check (file_store in ('disk', 's3')),
  developers_read_production boolean not null default false,
  production_access_revision integer not null default 0
);
create index project_newest on project (organisation_id, created_at desc, id desc) include (in_sync)
  where deleted_at is null;
create unique index project_name on project (organisation_id, name_key) where deleted_at is null;

create table membership (
  project_id text not null references project (id) on delete cascade,
  staff_id text not null references staff (id) on delete cascade,
  role text not null check (role in ('owner', 'developer')),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (project_id, staff_id)
);
create index membership_staff on membership (staff_id, project_id);

create table environment (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  name text not null check (name in ('dev', 'production')),
  unique (project_id, name)
);

-- Where an environment's rows are stored. `provisioned` is the version of the provisioning that its database
-- has.
create table placement (
  environment_id text primary key references environment (id) on delete cascade,
  engine text not null check (engine in ('sqlite3', 'postgres')),
  server text not null,
  database text not null,
  schema text not null,
  connection bytea,
  ready boolean not null default false,
  provisioned integer not null default 0
);
create index placement_database on placement (server, database) where engine = 'postgres';

create table configuration (
  environment_id text primary key references environment (id) on delete cascade,
  version text not null,
  database text not null,
  new_configuration text not null,
  old_configuration text not null,
  old_digest text not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);

create table configuration_revision (
  environment_id text not null references environment (id) on delete cascade,
  revision integer not null,
  configuration text not null,
  staff_id text,
  created_at timestamptz not null default now(),
  primary key (environment_id, revision)
);

create table domain (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  host text not null unique,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index domain_environment on domain (environment_id);

-- A secret constant has `sealed` instead of `value`.
create table constant (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  key text not null,
  value text,
  sealed bytea,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (environment_id, key),
  check ((value is null) <> (sealed is null))
);

-- Only the hash of a key's secret is stored; `grants` names tables by their stable ids.
create table api_key (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  grants text not null,
  created_by text references staff (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create index api_key_environment on api_key (environment_id, created_at desc);

-- One person's view of one table. Table ids have no foreign key: a draft may have tables that no configuration
-- has yet.
create table preference (
  staff_id text not null references staff (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  table_id text not null,
  preferences text not null,
  updated_at timestamptz not null default now(),
  primary key (staff_id, project_id, table_id)
);
create index preference_project on preference (project_id);

-- Tasks, idempotency and audit

-- Tasks to send to the durable runtime, written in the transaction that asks for them.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  created_at timestamptz not null default now()
);

-- Tasks that are not done yet. A task that the durable runtime lost or gave up is enqueued again from here.
create table open_task (
  id bigint primary key,
  topic text not null,
  key text not null,
  enqueued_at timestamptz not null default now()
);

-- When the last rotation of the secret key ended: calls signed before that may need an older key.
create table call_signing (
  id integer default 1 primary key check (id = 1),
  rotated_at timestamptz
);
insert into call_signing default values;

create table idempotency (
  principal text not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (principal, key)
);
create index idempotency_age on idempotency (created_at);

-- The hash chain is added after the insert, so that writers do not wait for each other.
create table audit (
  id bigint generated always as identity primary key,
  organisation_id text,
  project_id text,
  environment text,
  staff_id text,
  action text not null,
  entity text not null,
  entity_id text not null,
  before text,
  after text,
  request_id text not null,
  created_at timestamptz not null default now(),
  chain text not null generated always as (coalesce(project_id, '')) stored,
  chain_number bigint,
  chain_hash bytea
);
create index audit_area on audit (project_id, entity, created_at desc, id desc);
create index audit_person on audit (project_id, staff_id, created_at desc, id desc);
create index audit_project on audit (project_id, id);
create index audit_time on audit (project_id, created_at desc, id desc);
create index audit_unsealed on audit (chain, id) where chain_hash is null;
create unique index audit_chain_number on audit (chain, chain_number) where chain_number is not null;

-- The last entry of each chain; sealing locks its row.
create table audit_chain (
  chain text primary key,
  number bigint not null default 0,
  hash bytea not null
);

-- App users and files

-- An app user's session. The environment binds it to one project; only the token's hash is stored.
create table app_session (
  token_hash bytea primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  user_id text not null,
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index app_session_expiry on app_session (expires_at);
create index app_session_user on app_session (environment_id, table_id, user_id);

-- A mailed link for an app user: valid once, for the address it was sent to.
create table app_link (
  token_hash bytea primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  user_id text not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  email text not null,
  expires_at timestamptz not null
);
create index app_link_expiry on app_link (expires_at);
create unique index app_link_user on app_link (environment_id, table_id, user_id, purpose);

-- A file that a caller may upload or has uploaded. `claimed` means that the row decides: a row was about to
-- take the file, or the row that held it was about to change. Tables and rows have no foreign key because they
-- are stored elsewhere. A move leaves the old copy (`left_in`) until no valid address leads to it. `is_public`
-- is what the store allows now, `acl` what the file gets once a row holds it. `reserved` bytes count against
-- the project's limit until then; null for files that the product wrote itself.
create table upload (
  key text primary key,
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  column_id text not null,
  file_name text not null,
  type text not null,
  acl text not null check (acl in ('private', 'public-read')),
  size bigint,
  state text not null default 'pending' check (state in ('pending', 'claimed', 'held')),
  row_id text,
  was_held boolean not null default false,
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  store text not null check (store in ('disk', 's3')),
  left_in text check (left_in in ('disk', 's3')),
  moved_at timestamptz,
  thumbnail text check (thumbnail in ('made', 'none')),
  is_public boolean not null default false,
  reserved bigint,
  caller text,
  is_expired boolean not null default false
);
create index upload_due on upload (state, state_at) where state <> 'held';
create index upload_expiring on upload (created_at) where not is_expired;
create index upload_left on upload (moved_at) where left_in is not null;
create index upload_reserved on upload (environment_id) include (reserved, caller) where reserved is not null;
create index upload_row on upload (environment_id, table_id, row_id) where row_id is not null;
create index upload_unpictured on upload (created_at) where (thumbnail is null) and (state <> 'pending');

-- Releases

create table release (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  environment_id text not null references environment (id) on delete cascade,
  environment text not null,
  kind text not null check (kind in ('sync', 'deploy', 'undo', 'restore')),
  state text not null default 'running' check (state in ('running', 'applied', 'failed')),
  plan text not null,
  steps text not null,
  trash_id text,
  message text not null default '',
  progress real not null default 0,
  staff_id text not null,
  by_name text not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  version integer not null default 0,
  cancel_asked boolean not null default false
);
create index release_newest on release (environment_id, started_at desc);
create unique index release_running on release (environment_id) where state = 'running';

-- When an environment needs maintenance: to recover an unfinished migration, and to purge its trash.
create table maintenance (
  environment_id text primary key references environment (id) on delete cascade,
  recover_at timestamptz,
  purge_at timestamptz
);
create index maintenance_purge on maintenance (purge_at) where purge_at is not null;
create index maintenance_recover on maintenance (recover_at) where recover_at is not null;

-- Queries of Computed tables that the query check refused, one row per text, so that each is audited once.
create table refused_query (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  query_digest text not null,
  table_name text not null,
  reason text not null,
  found_at timestamptz not null default now(),
  primary key (environment_id, table_id, query_digest)
);

-- What a deploy brings to production, from its confirmation until it is current.
create table staged_credential (
  release_id text not null references release (id) on delete cascade,
  id text not null,
  name text not null,
  type text not null,
  data text not null,
  primary key (release_id, id)
);

-- Already sealed for production: a deploy never holds an open secret.
create table staged_secret (
  release_id text not null,
  credential_id text not null,
  field text not null,
  sealed bytea not null,
  primary key (release_id, credential_id, field),
  foreign key (release_id, credential_id) references staged_credential (release_id, id) on delete cascade
);

-- `credentials` holds type and name of each credential used; production's credential is looked up when the
-- deploy ends.
create table staged_workflow (
  release_id text not null references release (id) on delete cascade,
  name text not null,
  nodes text not null,
  connections text not null,
  settings text not null,
  active boolean not null,
  credentials text not null,
  primary key (release_id, name)
);

-- Workflows and credentials

-- The canvas is canonical JSON text. `digest` covers everything but the credentials.
create table workflow (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  name text not null,
  nodes text not null,
  connections text not null,
  settings text not null,
  active boolean not null,
  node_count integer not null,
  credentials text not null,
  digest text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (environment_id, name)
);

create table workflow_version (
  workflow_id text not null references workflow (id) on delete cascade,
  revision integer not null,
  name text not null,
  nodes text not null,
  connections text not null,
  settings text not null,
  active boolean not null,
  node_count integer not null,
  by_name text not null,
  release_id text,
  created_at timestamptz not null default now(),
  primary key (workflow_id, revision)
);

-- `data` is what may be shown: secrets appear as fingerprints and are sealed in credential_secret.
create table credential (
  id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  name text not null,
  type text not null,
  data text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (environment_id, name)
);

create table credential_secret (
  credential_id text not null references credential (id) on delete cascade,
  field text not null,
  sealed bytea not null,
  primary key (credential_id, field)
);

-- The key of a project's fingerprints, sealed; it survives rotations of the installation's key.
create table fingerprint_key (
  project_id text primary key references project (id) on delete cascade,
  sealed bytea not null
);

-- What starts a workflow in its environment; rewritten with every save.
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

-- The random part of a webhook URL. It survives removal of the node, so that undo restores the same URL.
create table webhook_address (
  workflow_id text not null references workflow (id) on delete cascade,
  node_id text not null,
  secret text not null unique,
  primary key (workflow_id, node_id)
);

-- The tables that an environment's database currently watches.
create table watched_rows (
  environment_id text primary key references environment (id) on delete cascade,
  tables text not null
);

-- SQLite environments that may have undelivered row events; after a crash only these are read.
create table pending_row_events (
  environment_id text primary key references environment (id) on delete cascade,
  marked_at timestamptz not null
);

-- Runs

-- Numbers every change of a run, so that a client can resume watching where it stopped.
create sequence run_change;

-- A graph as it ran, with settings and start nodes, stored once for all its runs. Removed after the last run
-- that may refer to it.
create table run_graph (
  project_id text not null references project (id) on delete cascade,
  digest text not null,
  content text not null,
  used_on date not null default current_date,
  primary key (project_id, digest)
);

-- A run outlives its workflow. Values are JSON text: jsonb would refuse some of them. `slot` is held until the
-- run ends or queued; null for a called run, which uses its caller's slot. A replay names the run it repeats,
-- the step it begins from and that step's replaced input. `awaited` runs are notified when they end or respond.
create table run (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  environment_id text not null references environment (id) on delete cascade,
  workflow_id text not null,
  workflow_name text not null,
  version integer not null,
  graph_digest text not null,
  concurrency integer not null,
  trigger text not null,
  payload text,
  parent_id text,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  result text,
  error_node text,
  error_message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  change bigint not null default nextval('run_change'),
  depth integer not null default 0,
  event_key text,
  replay_of text,
  replay_from text,
  replay_input text,
  awaited boolean not null default false,
  slot text check (slot in ('held', 'queued'))
);
create index run_by_status on run (environment_id, status, id desc)
  where status in ('succeeded', 'failed', 'cancelled');
create index run_by_trigger on run (environment_id, trigger, id desc);
create index run_newest on run (environment_id, id desc);
create index run_of_workflow on run (workflow_id, id desc);
create index run_of_workflow_by_status on run (workflow_id, status, id desc)
  where status in ('succeeded', 'failed', 'cancelled');
create index run_open on run (created_at) where status in ('queued', 'running', 'waiting');
create index run_queued on run (workflow_id, id) where (slot = 'queued') and (status = 'queued');
create unique index run_of_event on run (event_key) where event_key is not null;

-- `outcome` is everything a step produced beside its output, so that a recorded step is never executed again.
create table run_step (
  run_id text not null references run (id) on delete cascade,
  key text not null,
  attempt integer not null,
  node_id text not null,
  label text not null,
  kind text not null,
  status text not null check (status in ('running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  input text not null,
  output text,
  error text,
  outcome text,
  logs text not null default '[]',
  started_at timestamptz not null,
  ended_at timestamptz,
  change bigint not null default nextval('run_change'),
  origin text not null default 'run' check (origin in ('run', 'record', 'pin')),
  primary key (run_id, key, attempt)
);

-- A workflow's queue: how many of its runs have a slot and how many wait for one. Changing a run's slot locks
-- this row first; several rows are locked in the order of their ids. It outlives its workflow, as runs do.
create table run_queue (
  workflow_id text primary key,
  environment_id text not null references environment (id) on delete cascade,
  slots integer not null,
  running integer not null default 0,
  queued integer not null default 0
) with (fillfactor = 50);
create index run_queue_environment on run_queue (environment_id);

-- Ended runs that are not in run_hour yet: ending a run does not wait for counting.
create table run_uncounted (
  id bigint generated always as identity primary key,
  environment_id text not null,
  hour timestamptz not null,
  workflow_id text not null,
  trigger text not null,
  status text not null,
  bucket smallint not null
);
create index run_uncounted_of on run_uncounted (environment_id);

-- Ended runs per hour of their creation. `bucket` is a quarter of a doubling of milliseconds, -1 for runs that
-- never began. Sums over all workflows, all triggers and both have the empty name, so that each chart reads one
-- short range of the key.
create table run_hour (
  environment_id text not null references environment (id) on delete cascade,
  workflow_id text not null,
  trigger text not null,
  hour timestamptz not null,
  status text not null,
  bucket smallint not null,
  runs bigint not null,
  primary key (environment_id, workflow_id, trigger, hour, status, bucket)
);

-- The same counts per day (UTC): a chart of months reads days, and hours only at its ends.
create table run_day (
  environment_id text not null references environment (id) on delete cascade,
  workflow_id text not null,
  trigger text not null,
  day timestamptz not null,
  status text not null,
  bucket smallint not null,
  runs bigint not null,
  primary key (environment_id, workflow_id, trigger, day, status, bucket)
) with (fillfactor = 80);

-- An environment's own retention of runs, if set, and when to apply it next.
create table run_retention (
  environment_id text primary key references environment (id) on delete cascade,
  days integer,
  runs integer,
  due_at timestamptz not null default now(),
  revision integer not null default 0
);
create index run_retention_due on run_retention (due_at);

-- Request log

-- Requests to the data API, sampled under load. No values: fields by their ids. No foreign key, so that an
-- insert needs no lookup; retention removes entries of deleted environments.
create table request_entry (
  id bigint generated always as identity,
  environment_id text not null,
  answered_at timestamptz not null,
  request_id uuid not null,
  call text not null,
  method text not null,
  table_name text not null,
  status smallint not null,
  ms real not null,
  rows integer not null,
  kind text not null,
  who text,
  equal text not null,
  ranged text not null,
  sorted text not null,
  to_end boolean not null
);
create index request_entry_asking on request_entry (environment_id, table_name)
  where (equal <> '') or (ranged <> '') or (sorted <> '');
create index request_entry_newest on request_entry (environment_id, answered_at desc, id desc);

-- All requests per minute. `bucket` is a quarter of a doubling of 1/64 ms. Status 0 counts requests that could
-- not be counted in detail.
create table request_minute (
  environment_id text not null,
  minute timestamptz not null,
  table_name text not null,
  method text not null,
  kind text not null,
  status smallint not null,
  bucket smallint not null,
  requests bigint not null,
  listed bigint not null,
  primary key (environment_id, minute, table_name, method, kind, status, bucket)
);

-- How many entries an environment has, and when to apply retention next.
create table request_retention (
  environment_id text primary key,
  entries bigint not null,
  due_at timestamptz not null default now()
);
create index request_retention_due on request_retention (due_at);
create index request_retention_full on request_retention (entries);

-- Backups and restores

-- Never reused: a schedule that was removed and created again must not look unchanged.
create sequence backup_schedule_revision as integer;

-- A backup outlives its project: no foreign key. `passphrase` is set only while the backup runs. `secrets_of`
-- lists the environments whose secrets the archive holds.
create table backup (
  id text primary key,
  project_id text not null,
  organisation_id text not null references organisation (id),
  origin text not null check (origin in ('person', 'schedule')),
  store text not null check (store in ('disk', 's3')),
  key text not null unique,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  progress real not null default 0,
  version integer not null default 0,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  lease_until timestamptz,
  passphrase bytea,
  bytes bigint,
  contents text,
  staff_id text,
  by_name text not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  secrets_of text[] not null default '{}',
  secrets_by text
);
create index backup_newest on backup (project_id, started_at desc);
create unique index backup_running on backup (project_id) where state in ('queued', 'running');

-- `project_id` is null when the command line restores into a new project, `backup_id` for a file given on the
-- command line. `places` are databases under construction.
create table restore (
  id text primary key,
  project_id text,
  organisation_id text not null references organisation (id),
  backup_id text,
  target text not null check (target in ('new', 'over')),
  environments text not null,
  name text not null,
  made_project_id text,
  places text not null default '[]',
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  progress real not null default 0,
  version integer not null default 0,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  lease_until timestamptz,
  passphrase bytea,
  left_out text not null default '[]',
  staff_id text not null,
  by_name text not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index restore_newest on restore (project_id, started_at desc);
create unique index restore_running on restore (project_id) where state in ('queued', 'running');

-- `secrets_by` chose the passphrase: production's secrets are included only under an admin's.
create table backup_schedule (
  project_id text primary key references project (id) on delete cascade,
  cron text not null,
  timezone text not null,
  store text not null check (store in ('disk', 's3')),
  keep_count integer not null,
  keep_days integer not null,
  passphrase bytea,
  next_at timestamptz,
  updated_at timestamptz not null default now(),
  revision integer not null default nextval('backup_schedule_revision'),
  secrets_by text references staff (id) on delete set null
);
create index backup_schedule_due on backup_schedule (next_at) where next_at is not null;

-- While a lease is valid, no file of its project is deleted.
create table file_lease (
  id text primary key,
  project_id text not null,
  until timestamptz not null
);
create index file_lease_project on file_lease (project_id);

-- Databases that a restore replaced; writers that still use one have until `due_at`.
create table discarded_placement (
  id text primary key,
  placement text not null,
  due_at timestamptz not null
);

-- What a restore has read and publishes when it ends: workflows with their versions, and files.
create table restore_part (
  restore_id text not null references restore (id) on delete cascade,
  number bigint generated always as identity,
  environment text not null,
  kind text not null check (kind in ('workflow', 'file')),
  content text not null,
  primary key (restore_id, number)
);

-- Notifications: every process caches what it knows until it is notified

create function notify_environment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('plinth_environment', old.environment_id); end if;
  if tg_op <> 'DELETE' then perform pg_notify('plinth_environment', new.environment_id); end if;
  return null;
end $$;

create function notify_hosts() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', 'hosts');
  return null;
end $$;

create function notify_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_environment', id) from environment where project_id = new.id;
  perform pg_notify('plinth_environment', 'hosts');
  return null;
end $$;

-- Every process with an open event stream checks its rights again.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_changed', 'access');
  return null;
end $$;

-- Row triggers

-- A changed row trigger changes what the environment's database watches.
create function enqueue_watch_rows() returns trigger language plpgsql as $$
begin
  with enqueued as (
    insert into outbox (topic, key) values ('watchRows', coalesce(new.environment_id, old.environment_id))
    returning id, topic, key
  )
  insert into open_task (id, topic, key) select id, topic, key from enqueued;
  return null;
end $$;

-- The queue of runs

create function run_bucket(started_at timestamptz, ended_at timestamptz)
returns smallint language sql immutable as $$
  select case when started_at is null then -1
    else floor(4 * ln(greatest(extract(epoch from ended_at - started_at)::float8 * 1000, 1)) / ln(2))
    end::smallint
$$;

create function concurrency_of(settings text) returns integer language sql immutable as $$
  select coalesce((settings::json -> 'execution' ->> 'concurrency')::integer, 1)
$$;

-- Gives free slots to queued runs of these workflows in the order of their arrival, and enqueues their tasks.
create function admit_runs(workflows text[]) returns integer language plpgsql as $$
declare
  admitted integer;
begin
  perform from run_queue where workflow_id = any (workflows) order by workflow_id for update;
  with free as (
    select workflow_id, slots - running as free_slots from run_queue
    where workflow_id = any (workflows) and queued > 0 and running < slots
  ), chosen as (
    select first.id, free.workflow_id from free, lateral (
      select id from run
      where run.workflow_id = free.workflow_id and slot = 'queued' and status = 'queued'
      order by id limit free.free_slots
    ) as first
  ), given as (
    update run set slot = 'held' from chosen where run.id = chosen.id
  ), counted as (
    update run_queue set running = running + runs, queued = queued - runs
    from (select workflow_id, count(*)::integer as runs from chosen group by workflow_id) as own
    where run_queue.workflow_id = own.workflow_id
  ), enqueued as (
    insert into outbox (topic, key) select 'run', id from chosen order by id returning id
  )
  select count(*) into admitted from enqueued;
  return admitted;
end $$;

-- Ends runs, each once: an ended run stays as it ended, and its unfinished steps are cancelled. Freed slots are
-- given on in the same transaction. `begun_ms` begins and ends a run in one statement: how many milliseconds
-- ago it began, null for a run that did not.
create function end_runs(ids text[], statuses text[], results text[], nodes text[], messages text[],
  begun_ms double precision[], before_they_began boolean)
returns table (id text, admitted integer) language plpgsql as $$
#variable_conflict use_column
declare
  ended text[];
  awaiting text[];
  free text[];
  admitted_runs integer := 0;
begin
  perform from run_queue
  where workflow_id in (select workflow_id from run where run.id = any (ids) and slot is not null)
  order by workflow_id for update;
  with written as (
    update run set status = given.status, result = given.result, error_node = given.node,
      error_message = given.message, ended_at = now(), change = nextval('run_change'),
      started_at = coalesce(started_at, now() - given.begun_ms * interval '1 millisecond')
    from unnest(ids, statuses, results, nodes, messages, begun_ms)
      as given (id, status, result, node, message, begun_ms)
    where run.id = given.id
      and (run.status = 'queued' or not before_they_began and run.status in ('running', 'waiting'))
    returning run.*
  ), counted as (
    insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
    select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status,
      run_bucket(started_at, ended_at)
    from written
  ), stopped as (
    update run_step set status = 'cancelled', ended_at = now(), change = nextval('run_change')
    where run_id in (select written.id from written) and status in ('running', 'waiting')
  ), freed as (
    update run_queue set running = running - own.held, queued = queued - own.queued_runs
    from (
      select workflow_id, count(*) filter (where slot <> 'queued')::integer as held,
        count(*) filter (where slot = 'queued')::integer as queued_runs
      from written where slot is not null group by workflow_id
    ) as own
    where run_queue.workflow_id = own.workflow_id
    returning run_queue.workflow_id, run_queue.queued > 0 and running < slots as has_room
  )
  select array_agg(written.id), array_agg(written.id) filter (where awaited),
    (select array_agg(workflow_id) from freed where has_room)
  into ended, awaiting, free from written;
  perform pg_notify('plinth_changed', 'run ' || run_id) from unnest(awaiting) as run_id;
  if free is not null then admitted_runs := admit_runs(free); end if;
  return query select run_id, admitted_runs from unnest(ended) as run_id;
end $$;

-- Saving a workflow sets its number of slots and admits queued runs.
create function sync_run_queue() returns trigger language plpgsql as $$
begin
  insert into run_queue (workflow_id, environment_id, slots)
  values (new.id, new.environment_id, concurrency_of(new.settings))
  on conflict (workflow_id) do update set slots = excluded.slots where run_queue.slots <> excluded.slots;
  perform admit_runs(array[new.id]);
  return null;
end $$;

create trigger organisation_policy_changed after update of two_factor_required on organisation
  for each statement execute function notify_access();

create trigger staff_access_changed after update of disabled_at, is_admin, organisation_id on staff
  for each statement execute function notify_access();

create trigger session_ended after delete on session
  for each statement execute function notify_access();

create trigger project_access_changed after update of deleted_at on project
  for each statement execute function notify_access();
create trigger project_deleted after update of deleted_at on project
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function notify_project();
create trigger project_production_changed after update of developers_read_production on project
  for each statement execute function notify_access();

create trigger membership_changed after delete or update on membership
  for each statement execute function notify_access();

create trigger placement_changed after update on placement
  for each row execute function notify_environment();

create trigger configuration_applied after update of old_digest on configuration
  for each row when (old.old_digest is distinct from new.old_digest) execute function notify_environment();

create trigger domain_changed after insert or delete or update on domain
  for each statement execute function notify_hosts();

create trigger constant_changed after insert or delete or update on constant
  for each row execute function notify_environment();

create trigger workflow_slots after insert or update of settings on workflow
  for each row execute function sync_run_queue();

create trigger row_trigger_added after insert on trigger
  for each row when (new.kind = 'trigger-row') execute function enqueue_watch_rows();
create trigger row_trigger_changed after update on trigger
  for each row when (old.* is distinct from new.* and 'trigger-row' in (old.kind, new.kind))
  execute function enqueue_watch_rows();
create trigger row_trigger_removed after delete on trigger
  for each row when (old.kind = 'trigger-row') execute function enqueue_watch_rows();

create trigger watched_rows_changed after insert or update on watched_rows
  for each row execute function notify_environment();
