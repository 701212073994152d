-- Two owners may have the same dialog open: a save says which retention it looked at.
alter table run_keep add column revision integer not null default 0;
