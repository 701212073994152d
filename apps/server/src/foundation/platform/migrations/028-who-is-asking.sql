-- Failed sign-ins per account, whatever address they come from. `retry_at` is null while tries are free.
create table sign_in_failure (
  account bytea primary key,
  failures integer not null,
  ends_at timestamptz not null,
  retry_at timestamptz
);
create index sign_in_failure_end on sign_in_failure (ends_at);

-- Networks an account was signed in from; a back-off of the account does not apply to them.
create table sign_in_prefix (
  account bytea not null,
  prefix text not null,
  used_at timestamptz not null default now(),
  primary key (account, prefix)
);
create index sign_in_prefix_age on sign_in_prefix (used_at);

insert into sign_in_prefix (account, prefix, used_at)
select sha256(convert_to(staff.email_key, 'UTF8')), session.ip_prefix, max(session.last_used_at)
from session join staff on staff.id = session.staff_id
where session.ip_prefix <> '' group by 1, 2;

-- Every process that has an event stream open asks again who may read on.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('plinth_changed', 'access');
  return null;
end $$;

create trigger session_ended after delete on session
  for each statement execute function notify_access();
create trigger membership_changed after update or delete on membership
  for each statement execute function notify_access();
create trigger staff_access_changed after update of disabled_at, is_admin, organisation_id on staff
  for each statement execute function notify_access();
create trigger project_access_changed after update of deleted_at on project
  for each statement execute function notify_access();
create trigger organisation_policy_changed after update of two_step_required on organisation
  for each statement execute function notify_access();
