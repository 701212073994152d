import type { QueryTopic } from './query-topic.ts'

export const SQLITE_AGGREGATE: QueryTopic = {
  topic: 'SQLite: aggregate functions',
  queries: [
    'select count(*), count(rain), sum(low), avg(high), min(day), max(day), total(rain) from weather',
    'select count(distinct city) from weather',
    'select city, max(high), day from weather group by city',
    `select group_concat(name), group_concat(name, '; '), group_concat(distinct department) from employee`,
    `select string_agg(name, ', ' order by name desc) from employee`,
    'select department, count(*) filter (where salary > 4500) from employee group by department',
    `select strftime('%m', day) as month, sum(amount) from sale group by month order by month`,
    'select region, product, sum(amount) from sale group by 1, 2 having count(*) > 0',
    'select sum(amount) / count(*) as mean, max(quantity) - min(quantity) as spread from sale',
    'select department from employee group by department order by count(*) desc, department limit 1',
    'select sum(case when region = $$west$$ then amount end) as west, sum(case when region = $$east$$ then amount end) as east from sale'.replaceAll(
      '$$',
      "'",
    ),
    'select (select count(*) from sale s where s.quantity > p.quantity) as larger, whole from part p',
    'select count(*) from (select 1 from sale union all select 2 from part)',
  ],
}
