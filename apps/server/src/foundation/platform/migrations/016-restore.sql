-- What a restore has read and nobody sees until it ends: workflows with their versions, and files.
create table restore_line (
  restore_id text not null references restore (id) on delete cascade,
  number bigint generated always as identity,
  environment text not null,
  kind text not null check (kind in ('workflow', 'file')),
  line text not null,
  primary key (restore_id, number)
);
