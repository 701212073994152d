-- The W3C traceparent of what started a run; null for runs that no trace led to.
alter table run add column trace_parent text;
