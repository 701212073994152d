-- Row events name the columns of their rows: installs the new triggers in every environment that has watched tables.
-- The blank makes the text another one, so that the triggers count as not installed.
update watched_rows set tables = tables || ' ' where tables <> '{}';

with enqueued as (
  insert into outbox (topic, key) select 'watchRows', environment_id from watched_rows where tables <> '{}'
  returning id, topic, key
)
insert into open_task (id, topic, key) select id, topic, key from enqueued;
