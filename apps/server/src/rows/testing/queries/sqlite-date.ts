import type { QueryTopic } from './query-topic.ts'

export const SQLITE_DATE: QueryTopic = {
  topic: 'SQLite: date and time functions',
  queries: [
    'select date(), time(), datetime(), julianday(), unixepoch(), current_date, current_time, current_timestamp',
    `select date('now', 'start of month', '+1 month', '-1 day')`,
    `select datetime(1092941466, 'unixepoch'), datetime(1092941466, 'unixepoch', 'localtime'), datetime(1092941466, 'auto')`,
    `select strftime('%s'), strftime('%Y-%m-%dT%H:%M:%fZ', day), strftime('%j', day), strftime('%w', day), strftime('%W', day) from sale`,
    `select julianday('now') - julianday('1776-07-04')`,
    `select unixepoch() - unixepoch('2004-01-01 02:34:56')`,
    `select date('now', 'start of year', '+9 months', 'weekday 2')`,
    `select (julianday('now') - 2440587.5) * 86400.0`,
    `select timediff('2025-03-31', '2025-01-01'), timediff(day, '2025-01-01') from sale`,
    `select date(day), time(day), datetime(day, '+1 day', 'start of day'), date(day, '-7 days') from sale`,
    `select name, cast(strftime('%Y', 'now') as integer) - cast(strftime('%Y', hired) as integer) as years from employee`,
    `select product from sale where day >= '2025-02-01' and day < '2025-03-01'`,
    `select date('2025-01-31', '+1 month', 'floor'), date('2025-01-31', '+1 month', 'ceiling')`,
    `select time('14:30:00', '+45 minutes'), datetime('2025-01-01 12:00:00', 'utc'), datetime('2025-01-01 12:00', 'subsec')`,
    `select strftime('%Y-%m', day) as month, count(*) from sale group by month`,
  ],
}
