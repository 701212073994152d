-- The canvas is canonical JSON text; `digest` is of everything but the credentials, which `credentials` names.
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

-- `data` is what may be shown: secrets stand in it as fingerprints, and sealed in credential_secret.
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

-- What a project's fingerprints are made with; it outlives the installation's key, and is sealed by it.
create table fingerprint_key (
  project_id text primary key references project (id) on delete cascade,
  sealed bytea not null
);
