-- The member of staff who started a run by hand; null for runs of triggers and for runs from before this migration.
alter table run add column started_by text;
create index run_of_starter on run (workflow_id, started_by, id desc) where started_by is not null;
