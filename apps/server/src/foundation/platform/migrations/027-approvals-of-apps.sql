-- What must be true of an app user who decides; null: none may.
alter table approval add column app_rule text;
-- Approvers may decide it together with others, without opening it.
alter table approval add column bulk boolean not null default false;
