import type { QueryTopic } from './query-topic.ts'

export const POSTGRES_DATE: QueryTopic = {
  topic: 'PostgreSQL: date and time functions and operators',
  queries: [
    `select date '2001-09-28' + 7, date '2001-10-01' - date '2001-09-28', timestamp '2001-09-28 01:00' + interval '23 hours'`,
    `select interval '1 hour' * 3.5, interval '1 hour' / 1.5, -interval '23 hours', date '2001-09-28' + time '03:00'`,
    `select age(timestamp '2001-04-10', timestamp '1957-06-13'), age(hired) from employee`,
    'select current_date, current_time, current_timestamp, localtime, localtimestamp, now(), clock_timestamp(), statement_timestamp()',
    `select date_part('hour', timestamp '2001-02-16 20:38:40'), extract(dow from day), extract(epoch from day), extract(isoyear from day) from sale`,
    `select date_trunc('month', day), date_trunc('day', day, 'Europe/Berlin'), date_bin('15 minutes', day, timestamptz '2001-01-01') from sale`,
    `select day at time zone 'America/New_York', timezone('UTC', day), day at local from sale`,
    `select (date '2001-02-16', date '2001-12-21') overlaps (date '2001-10-30', date '2002-10-30')`,
    `select justify_days(interval '1 year 65 days'), justify_hours(interval '27 hours'), justify_interval(interval '1 mon -1 hour')`,
    `select make_date(2013, 7, 15), make_interval(days => 10), make_time(8, 15, 23.5), make_timestamp(2013, 7, 15, 8, 15, 23.5), make_timestamptz(2013, 7, 15, 8, 15, 23.5)`,
    `select to_char(day, 'YYYY-MM-DD HH24:MI'), to_char(amount, '999D99'), to_date('05 Dec 2000', 'DD Mon YYYY'), to_timestamp(1284352323), to_number('12,454.8', '99G999D9') from sale`,
    `select d::date from generate_series(timestamp '2025-01-01', timestamp '2025-01-05', interval '1 day') as d`,
    `select isfinite(day), day > now() - interval '100 years', day between '2025-01-01' and '2025-12-31' from sale`,
    `select cast('2025-01-01' as timestamptz), '2025-01-01 12:00'::timestamp(0), interval '1-2' year to month, time with time zone '12:00+02'`,
  ],
}
