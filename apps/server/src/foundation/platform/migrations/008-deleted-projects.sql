-- A deleted project can be restored until `erased_at` is set, which begins the removal of its databases, files and
-- backups. Projects that were deleted before this migration are being removed already.
alter table project
  add column deleted_by text references staff (id) on delete set null,
  add column erased_at timestamptz;
update project set erased_at = deleted_at where deleted_at is not null;
create index project_deleted_at on project (organisation_id, deleted_at desc) where deleted_at is not null;

-- Every process knows deleted projects like stopped ones.
drop trigger availability_changed on project;
create trigger availability_changed after update of availability, deleted_at on project for each row
  when (old.availability is distinct from new.availability or old.deleted_at is distinct from new.deleted_at)
  execute function notify_availability();

-- A restored project has its budgets again.
create trigger project_budget_changed after update of deleted_at on project for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function notify_budget();
