-- Keys of people for the command line. The person's rights are read with every call; a key only narrows them.
create table personal_key (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  project_ids text[] not null,
  read_only boolean not null,
  created_at timestamptz not null default now(),
  created_from text not null,
  -- Equal to created_at until the first use.
  last_used_at timestamptz not null default now()
);
create index personal_key_staff on personal_key (staff_id);
create index personal_key_use on personal_key (last_used_at);

-- A program that waits for a personal key. Only the hash of its code is stored; the row is deleted when the key is made.
create table device_login (
  device_hash bytea primary key,
  user_code text not null unique,
  name text not null,
  write boolean not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  polled_at timestamptz,
  interval_seconds integer not null,
  -- Set when a person decides.
  denied boolean not null default false,
  staff_id text references staff (id) on delete cascade,
  project_ids text[],
  read_only boolean
);
create index device_login_expiry on device_login (expires_at);
create index device_login_staff on device_login (staff_id);
