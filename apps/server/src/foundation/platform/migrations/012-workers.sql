-- The address at which the workers of each version of the durable handlers are reached. The newest one that is not
-- drained gets new work.
create table worker_version (
  version text primary key,
  url text not null,
  claimed_at timestamptz not null default now(),
  drained_at timestamptz
);

-- The process that executes a job which must not run in two at once.
create table job_lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);
