import type { QueryTopic } from './query-topic.ts'

export const POSTGRES_WINDOW: QueryTopic = {
  topic: 'PostgreSQL: window functions',
  queries: [
    'select department, name, salary, avg(salary) over (partition by department) from employee',
    'select name, rank() over (partition by department order by salary desc) from employee',
    'select salary, sum(salary) over () from employee',
    'select salary, sum(salary) over (order by salary) from employee',
    `select department, name, salary from (
       select department, name, salary, row_number() over (partition by department order by salary desc, name) as place
       from employee) as ranked where place < 3`,
    'select sum(salary) over w, avg(salary) over w from employee window w as (partition by department order by salary desc)',
    'select name, lag(salary) over by_hire, lead(name, 1, $$none$$) over by_hire from employee window by_hire as (order by hired)',
    'select name, first_value(name) over w, last_value(name) over w, nth_value(name, 2) over w from employee window w as (partition by department order by salary rows between unbounded preceding and unbounded following)',
    'select name, ntile(2) over (order by salary), percent_rank() over (order by salary), cume_dist() over (order by salary), dense_rank() over (order by salary) from employee',
    'select day, sum(amount) over (order by day rows between 1 preceding and current row) as moving from sale',
    `select day, sum(amount) over (order by day range between interval '30 days' preceding and current row) as month from sale`,
    'select quantity, count(*) over (order by quantity groups between 1 preceding and 1 following exclude current row) from sale',
    'select product, sum(amount) filter (where region = $$west$$) over (partition by product) from sale',
    'select name, salary - avg(salary) over department_window as difference from employee window all_rows as (), department_window as (partition by department)',
    'select region, sum(sum(amount)) over (order by region) as running from sale group by region',
  ],
}
