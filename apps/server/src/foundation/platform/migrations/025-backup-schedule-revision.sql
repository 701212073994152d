-- A schedule that was turned off and set again must not look like the one before: numbers never come twice.
create sequence backup_schedule_revision as integer;
alter table backup_schedule
  add column revision integer not null default nextval('backup_schedule_revision');
