-- Accounts made by members, notices by mail and the state of mail delivery.

-- What an account that an owner created waits for before it may sign in. Its password is temporary: the first sign-in
-- replaces it.
alter table staff
  add column pending text check (pending in ('confirmation', 'approval')),
  add column password_temporary boolean not null default false;

alter table organisation
  add column accounts_by_admins_only boolean not null default false;

-- Devices an account has signed in from: network and browser without version numbers. A sign-in from another one is
-- mailed.
create table sign_in_device (
  staff_id text not null references staff (id) on delete cascade,
  device text not null,
  used_at timestamptz not null default now(),
  primary key (staff_id, device)
);
create index sign_in_device_age on sign_in_device (used_at);
insert into sign_in_device (staff_id, device, used_at)
  select staff_id, ip_prefix || ' ' || regexp_replace(user_agent, '[0-9]', '', 'g'), max(created_at)
  from session group by 1, 2;

-- Mails to staff that are not delivered yet. `email` is the recipient, which may be an address before its change;
-- `about` is what the mail names, such as a key.
create table notice (
  id uuid primary key default gen_random_uuid(),
  staff_id text not null references staff (id) on delete cascade,
  email text not null,
  kind text not null,
  network text not null default '',
  agent text not null default '',
  about text not null default '',
  created_at timestamptz not null default now()
);
create index notice_age on notice (created_at);

-- The last delivered mail and the last failure of this installation, one row.
create table mail_status (
  id boolean primary key default true check (id),
  delivered_at timestamptz,
  failed_at timestamptz,
  failure text not null default ''
);
insert into mail_status default values;
