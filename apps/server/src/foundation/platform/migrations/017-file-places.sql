-- Where each file lies. What was uploaded before this lies beside the data.
alter table upload add column store text not null default 'disk' check (store in ('disk', 's3'));
alter table upload alter column store drop default;
-- A move leaves the old copy until no address that leads to it is valid any more.
alter table upload add column left_in text check (left_in in ('disk', 's3'));
alter table upload add column moved_at timestamptz;
create index upload_left on upload (moved_at) where left_in is not null;
-- Null until it was tried; `none` where there is nothing to show.
alter table upload add column thumbnail text check (thumbnail in ('made', 'none'));
create index upload_unpictured on upload (created_at) where thumbnail is null and state <> 'pending';
-- Where a project's next files go; null is wherever the installation keeps files.
alter table project add column file_store text check (file_store in ('disk', 's3'));
