import type { QueryTopic } from './query-topic.ts'

export const POSTGRES_WITH: QueryTopic = {
  topic: 'PostgreSQL: WITH queries',
  queries: [
    `with regional as (select region, sum(amount) as total from sale group by region),
       top as (select region from regional where total > (select sum(total) / 10 from regional))
     select region, product, sum(quantity) as units, sum(amount) as sales from sale
     where region in (select region from top) group by region, product`,
    'with recursive t(n) as (values (1) union all select n + 1 from t where n < 100) select sum(n) from t',
    `with recursive included(piece, whole, quantity) as (
       select piece, whole, quantity from part where whole = 'car'
       union all
       select p.piece, p.whole, p.quantity * i.quantity from included i, part p where p.whole = i.piece)
     select piece, sum(quantity) as total from included group by piece`,
    `with recursive tree(name, boss) as (
       select name, boss from employee where boss is null
       union all select e.name, e.boss from employee e join tree t on e.boss = t.name
     ) search breadth first by name set ordercol
     select name, boss from tree order by ordercol`,
    `with recursive tree(name, boss) as (
       select name, boss from employee where boss is null
       union all select e.name, e.boss from employee e join tree t on e.boss = t.name
     ) search depth first by name set ordercol cycle name set is_cycle using path
     select name, is_cycle, path from tree order by ordercol`,
    `with recursive walk(whole, piece, depth, path) as (
       select whole, piece, 1, array[whole] from part
       union all select p.whole, p.piece, w.depth + 1, w.path || p.whole from part p join walk w on p.whole = w.piece
       where p.whole <> all (w.path))
     select max(depth) as deepest from walk`,
    'with recursive t(n) as (select 1 union all select n + 1 from t) select n from t limit 100',
    `with w as materialized (select * from sale) select a.product from w as a join w as b on a.product = b.product where b.region = 'east'`,
    'with w as not materialized (select * from sale) select * from w where quantity > 2',
    'with a as (select 1 as x), b as (select x + 1 as y from a) select a.x, b.y from a, b',
    'select * from (with inner_sale as (select product from sale) select distinct product from inner_sale) as p',
    'with weather as (select city from weather where rain > 0) select weather.city from weather',
    'with recursive fib(a, b) as (values (0, 1) union all select b, a + b from fib where b < 1000) select a from fib',
    'with totals(product, total) as (select product, sum(amount) from sale group by 1) select t.product, t.total from totals t order by t.total desc',
  ],
}
