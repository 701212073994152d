-- Named views of tables: private to their author, or shared with the members of the project. Table ids have no foreign
-- key, as in preference. The content refers to fields by id.
create table table_view (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  table_id text not null,
  author_id text not null references staff (id) on delete cascade,
  name text not null,
  is_shared boolean not null,
  content text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, table_id, name)
);
create index table_view_author on table_view (author_id, project_id);
