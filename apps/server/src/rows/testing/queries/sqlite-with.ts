import type { QueryTopic } from './query-topic.ts'

export const SQLITE_WITH: QueryTopic = {
  topic: 'SQLite: the WITH clause',
  queries: [
    'with w as (select city, low from weather) select * from w where low < 45',
    'with a as (select 1 as x), b as (select x + 1 as y from a) select a.x, b.y from a, b',
    'with recursive cnt(x) as (values (1) union all select x + 1 from cnt where x < 1000) select count(x) from cnt',
    'with recursive cnt(x) as (select 1 union all select x + 1 from cnt limit 100) select x from cnt',
    `with recursive under(name, level) as (
       values ('Ann', 0)
       union all select e.name, u.level + 1 from employee e join under u on e.boss = u.name order by 2)
     select substr('..........', 1, level * 3) || name as line from under`,
    `with recursive under(name, level) as (
       values ('Ann', 0)
       union all select e.name, u.level + 1 from employee e join under u on e.boss = u.name order by 2 desc)
     select name from under`,
    `with recursive made_of(piece) as (
       select piece from part where whole = 'car' union select p.piece from part p, made_of m where p.whole = m.piece)
     select * from made_of`,
    `with recursive xaxis(x) as (values (-2.0) union all select x + 0.5 from xaxis where x < 1.2),
       yaxis(y) as (values (-1.0) union all select y + 0.5 from yaxis where y < 1.0),
       m(iter, cx, cy, x, y) as (
         select 0, x, y, 0.0, 0.0 from xaxis, yaxis
         union all select iter + 1, cx, cy, x * x - y * y + cx, 2.0 * x * y + cy from m where (x * x + y * y) < 4.0 and iter < 10),
       m2(iter, cx, cy) as (select max(iter), cx, cy from m group by cx, cy),
       a(t) as (select group_concat(substr(' .+*#', 1 + min(iter / 3, 4), 1), '') from m2 group by cy)
     select group_concat(rtrim(t), char(10)) as picture from a`,
    'with t as materialized (select * from sale) select count(*) from t a, t b',
    'with t as not materialized (select * from sale) select * from t where quantity > 2',
    'select * from (with s as (select product from sale) select distinct product from s)',
    `with recursive days(day) as (values ('2025-01-01') union all select date(day, '+1 day') from days where day < '2025-01-07') select day from days`,
  ],
}
