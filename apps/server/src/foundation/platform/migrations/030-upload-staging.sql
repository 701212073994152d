-- Whether the store lets everybody read the file now; `acl` is what it gets once a row holds it.
alter table upload add column is_public boolean not null default false;
update upload set is_public = true where acl = 'public-read';
-- Bytes that count against the project's limit until a row holds the file; null afterwards, and for files that
-- the product wrote itself.
alter table upload add column reserved bigint;
-- Who asked for the address, for the limit per caller.
alter table upload add column caller text;
-- Whether the address to upload to has expired and the sweeper has checked what arrived there.
alter table upload add column is_expired boolean not null default true;
update upload set is_expired = false where state = 'pending';
alter table upload alter column is_expired set default false;
create index upload_expiring on upload (created_at) where not is_expired;
create index upload_reserved on upload (environment_id) include (reserved, caller) where reserved is not null;
