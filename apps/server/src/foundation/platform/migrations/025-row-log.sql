-- Row events name the triggers that were active, and are kept in a log: installs the new triggers in every environment
-- that has watched tables.
with enqueued as (
  insert into outbox (topic, key) select 'watchRows', environment_id from watched_rows where tables <> '{}'
  returning id, topic, key
)
insert into open_task (id, topic, key) select id, topic, key from enqueued;
