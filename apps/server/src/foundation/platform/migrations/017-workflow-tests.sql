-- Tests of a workflow, as a JSON list; each version has the tests of its time.
alter table workflow add column tests text not null default '[]';
alter table workflow_version add column tests text not null default '[]';
alter table staged_workflow add column tests text not null default '[]';
