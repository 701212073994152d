-- How one person likes the rows of one table to look. Tables are named by their stable ids; a draft may have some
-- that no configuration knows yet, so nothing points at them.
create table preference (
  staff_id text not null references staff (id) on delete cascade,
  project_id text not null references project (id) on delete cascade,
  table_id text not null,
  preferences text not null,
  updated_at timestamptz not null default now(),
  primary key (staff_id, project_id, table_id)
);
create index preference_project on preference (project_id);
