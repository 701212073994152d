import type { QueryTopic } from './query-topic.ts'

export const POSTGRES_AGGREGATE: QueryTopic = {
  topic: 'PostgreSQL: aggregates, grouping sets, ordered sets',
  queries: [
    'select count(*), count(rain), sum(low), avg(high), min(day), max(day) from weather',
    'select city, count(*) filter (where low < 45), max(low) from weather group by city',
    'select array_agg(name order by hired desc) from employee',
    `select string_agg(name, ', ' order by name) from employee`,
    'select string_agg(distinct department, $$;$$) from employee',
    'select region, product, sum(amount) from sale group by grouping sets ((region), (product), ())',
    'select region, product, grouping(region, product), sum(amount), count(*) from sale group by rollup (region, product)',
    'select region, product, sum(amount) from sale group by cube (region, product) order by 1, 2',
    'select region, sum(amount) from sale group by distinct rollup (region), rollup (region)',
    'select percentile_cont(0.5) within group (order by salary), percentile_disc(array[0.25, 0.75]) within group (order by salary), mode() within group (order by department) from employee',
    'select rank(4500) within group (order by salary) from employee',
    'select bool_and(salary > 4000), bool_or(boss is null), every(name <> $$$$) from employee',
    'select stddev_pop(amount), stddev_samp(amount), var_pop(amount), variance(amount) from sale',
    'select corr(quantity, amount), regr_slope(amount, quantity), covar_pop(quantity, amount) from sale',
    'select bit_and(quantity::int), bit_or(quantity::int), bit_xor(quantity::int) from sale',
    'select department, any_value(name) from employee group by department',
    'select extract(month from day) as month, sum(amount) from sale group by 1 order by 1',
  ],
}
