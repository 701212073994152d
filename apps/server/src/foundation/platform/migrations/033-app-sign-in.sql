-- How users of an Auth table sign in, per environment. Without a row: by password only, for 30 days.
create table app_sign_in (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  by_code boolean not null,
  creates_accounts boolean not null,
  redirects text[] not null,
  mail_subject text not null,
  mail_text text not null,
  session_days integer not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (environment_id, table_id)
);

-- A mailed code with its link: one per address. Both are stored as hashes. A confirmed link is replaced by a ticket.
create table app_code (
  environment_id text not null references environment (id) on delete cascade,
  table_id text not null,
  email text not null,
  -- Null: the account does not exist yet.
  user_id text,
  code_hash text,
  link_hash bytea unique,
  ticket_hash bytea unique,
  redirect text,
  -- The task that mails the code, and the code and link as it needs them: sealed, and null once they are mailed.
  mail_id text unique,
  sealed bytea,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (environment_id, table_id, email)
);
create index app_code_expiry on app_code (expires_at);

-- How many days after its sign-in a session ends.
alter table app_session add column max_days integer not null default 30;
