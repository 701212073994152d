-- Decisions that runs wait for. Deleted with their run.
create table approval (
  id text primary key,
  run_id text not null references run (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  environment_id text not null references environment (id) on delete cascade,
  step_key text not null,
  node text not null,
  title text not null,
  details text not null,
  -- JSON
  fields text not null,
  -- Ids of members, `role:` with a role, `link:` with an address.
  approvers text[] not null,
  mode text not null check (mode in ('any', 'all', 'quorum')),
  quorum integer not null,
  escalation text[] not null,
  escalated boolean not null default false,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'expired', 'cancelled')),
  -- Wakes the run.
  awakeable text not null,
  deadline_ms bigint not null,
  created_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  -- Null without a reminder, or once it was sent.
  remind_at timestamptz,
  due_at timestamptz not null generated always as (least(deadline_at, remind_at)) stored,
  ended_at timestamptz,
  unique (run_id, step_key)
);
create index approval_of_environment on approval (environment_id, id);
create index approval_waiting on approval (environment_id, id) where state = 'waiting';
create index approval_due on approval (due_at) where state = 'waiting';
create index approval_project on approval (project_id);

create table approval_decision (
  approval_id text not null references approval (id) on delete cascade,
  -- An approval that is escalated begins again, with other approvers.
  escalated boolean not null,
  -- The id of a member, or the address of a link.
  decider text not null,
  -- The entries of the approvers that it counts for.
  covers text[] not null,
  email text not null,
  decision text not null check (decision in ('approve', 'reject')),
  -- JSON
  form_values text not null,
  comment text not null,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (approval_id, escalated, decider)
);

-- The newest link mailed to an address; deleted when it is used.
create table approval_link (
  approval_id text not null references approval (id) on delete cascade,
  address text not null,
  token_hash bytea not null unique,
  primary key (approval_id, address)
);
