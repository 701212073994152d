import type { QueryTopic } from './query-topic.ts'

export const SQLITE_JSON: QueryTopic = {
  topic: 'SQLite: JSON functions and operators',
  queries: [
    `select json(' { "this" : "is", "a": [ "test" ] } '), json_array(1, 2, '3', 4), json_object('a', 2, 'c', json_array(4, 5))`,
    `select json_array_length('[1,2,3,4]'), json_array_length('{"one":[1,2,3]}', '$.one'), json_array_length(profile, '$.tags') from employee`,
    `select json_extract(profile, '$.home.city'), json_extract(profile, '$.age', '$.tags[0]') from employee`,
    `select profile -> '$.home' as home, profile ->> '$.home.city' as city, profile -> 'tags' ->> 0 as tag from employee`,
    `select '{"a":2,"c":[4,5]}' -> '$.c[#-1]', '[11,22,33]' ->> -1`,
    `select json_insert('[1,2,3]', '$[#]', 99), json_replace('{"a":2}', '$.a', 99), json_set('{"a":2}', '$.c', json('[1]')), json_remove('[0,1,2]', '$[1]')`,
    `select json_patch('{"a":1,"b":2}', '{"b":null,"c":3}'), json_quote('it'), json_type('{"a":[2]}', '$.a'), json_valid('{"x":1'), json_error_position('{"x":1')`,
    'select json_group_array(name), json_group_object(name, salary) from employee',
    `select json_group_array(json_object('name', name, 'pay', salary)) from employee where salary > 4500`,
    `select e.name, t.value as tag from employee e, json_each(e.profile, '$.tags') as t`,
    `select distinct e.name from employee e, json_each(e.profile, '$.tags') where json_each.value like 's%'`,
    `select name from employee where exists (select 1 from json_each(employee.profile, '$.tags') where value = 'sql')`,
    'select e.name, t.fullkey, t.atom from employee e, json_tree(e.profile) as t where t.atom is not null',
    `select key, value, type, path from json_tree('{"a":[1,{"b":2}]}') where type = 'integer'`,
    `select json_pretty('{"a":[1]}'), json(jsonb('{"a":5}')), json(jsonb_set('{"a":1}', '$.a', 2)), typeof(jsonb_array(1, 2))`,
    `select value from json_each('["one","two"]') order by key desc`,
  ],
}
