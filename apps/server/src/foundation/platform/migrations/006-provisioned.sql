-- What this build's provisioning made in an environment's database; a lower number means something is owed.
alter table placement add column provisioned integer not null default 0;
