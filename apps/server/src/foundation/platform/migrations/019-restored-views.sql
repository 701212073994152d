-- A restore also publishes the saved queries and the named views of tables.
alter table restore_part drop constraint restore_part_kind_check;
alter table restore_part add constraint restore_part_kind_check
  check (kind in ('workflow', 'file', 'query', 'view'));
