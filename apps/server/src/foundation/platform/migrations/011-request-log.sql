-- Requests to the data API, a part of them while it is busy. No values: fields by their ids. Nothing refers to
-- environment, so that writing costs no look-up; what belongs to none is swept.
create table request_entry (
  id bigint generated always as identity,
  environment_id text not null,
  answered_at timestamptz not null,
  request_id uuid not null,
  call text not null,
  method text not null,
  table_name text not null,
  status smallint not null,
  ms real not null,
  rows integer not null,
  kind text not null,
  who text,
  equal text not null,
  ranged text not null,
  sorted text not null,
  to_end boolean not null
);
create index request_entry_newest on request_entry (environment_id, answered_at desc, id desc);
create index request_entry_asking on request_entry (environment_id, table_name)
  where equal <> '' or ranged <> '' or sorted <> '';

-- All requests by the minute; a bucket is a quarter of a doubling of 1/64 ms. Status 0 stands for requests that
-- were answered but could not be counted more precisely.
create table request_minute (
  environment_id text not null,
  minute timestamptz not null,
  table_name text not null,
  method text not null,
  kind text not null,
  status smallint not null,
  bucket smallint not null,
  requests bigint not null,
  listed bigint not null,
  primary key (environment_id, minute, table_name, method, kind, status, bucket)
);

-- How many entries an environment has, and when to look next at what is too old.
create table request_keep (
  environment_id text primary key,
  entries bigint not null,
  look_at timestamptz not null default now()
);
create index request_keep_due on request_keep (look_at);
create index request_keep_full on request_keep (entries);
