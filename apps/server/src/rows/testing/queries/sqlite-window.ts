import type { QueryTopic } from './query-topic.ts'

export const SQLITE_WINDOW: QueryTopic = {
  topic: 'SQLite: window functions',
  queries: [
    'select name, row_number() over (order by hired) as place from employee order by name',
    'select name, row_number() over w1, rank() over w2 from employee window w1 as (order by name), w2 as (partition by department order by salary)',
    `select name, group_concat(name, '.') over (order by name rows between 1 preceding and 1 following) from employee`,
    `select department, name, group_concat(name, '.') over (partition by department order by name range between current row and unbounded following) from employee`,
    `select name, group_concat(name, '.') over (order by salary groups between 1 preceding and current row exclude ties) from employee`,
    `select name, group_concat(name, '.') over (order by salary rows between unbounded preceding and current row exclude group) from employee`,
    `select name, group_concat(name, '.') filter (where department <> 'sales') over (order by name) from employee`,
    'select name, dense_rank() over w, percent_rank() over w, cume_dist() over w from employee window w as (order by salary)',
    'select name, ntile(2) over win, ntile(4) over win from employee window win as (order by name)',
    `select name, lead(name, 1, 'n/a') over win, lag(name) over win, first_value(name) over win, last_value(name) over win, nth_value(name, 3) over win from employee window win as (order by name)`,
    'select name, group_concat(name) over (win rows between unbounded preceding and current row) from employee window win as (partition by department order by hired)',
    'select day, sum(amount) over (order by day rows 1 preceding) as moving from sale',
    'select quantity, sum(amount) over (order by quantity range between 2 preceding and 2 following) from sale',
    'select region, sum(sum(amount)) over (order by region) as running from sale group by region',
    `select * from (select department, name, rank() over (partition by department order by salary desc) as place from employee) where place = 1`,
  ],
}
