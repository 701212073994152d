-- A domain counts once it is proved: by a TXT record, by an admin, or at once where no proof is needed. Domains from
-- before this migration count.
alter table domain
  add column proved_at timestamptz,
  add column checked_at timestamptz,
  add column problem text not null default '';
update domain set proved_at = created_at;

-- Several projects may wait for the same host name, so that nobody can reserve one that is not theirs.
alter table domain drop constraint domain_host_key;
create unique index domain_proved on domain (host) where proved_at is not null;
create unique index domain_in_environment on domain (environment_id, host);
create index domain_waiting on domain (checked_at nulls first) where proved_at is null;

-- Checks that find nothing must not clear the caches of host names.
drop trigger domain_changed on domain;
create trigger domain_changed after insert or delete or update of host, environment_id, proved_at on domain
  for each statement execute function notify_hosts();
