-- A session of staff as an app user. It ends with the session of the person who opened it.
alter table app_session
  add column actor_session_id uuid references session (id) on delete cascade;
create index app_session_actor on app_session (actor_session_id) where actor_session_id is not null;

-- The member of staff who made a request as an app user.
alter table request_entry add column actor_id text;
