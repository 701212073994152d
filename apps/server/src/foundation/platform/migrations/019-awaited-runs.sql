-- Somebody waits for this run to answer: whoever ends it, or answers in it, says so.
alter table run add column awaited boolean not null default false;
