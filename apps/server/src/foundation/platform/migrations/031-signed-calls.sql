-- When this installation began to sign its calls of the durable runtime: calls that were accepted before have no signature.
-- `rotated_at` is when the last rotation of the secret key ended: calls that were signed before may need an older key.
create table call_signing (
  id integer primary key default 1 check (id = 1),
  since timestamptz not null default now(),
  rotated_at timestamptz
);
insert into call_signing default values;
