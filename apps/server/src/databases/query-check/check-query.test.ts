import { describe, expect, test } from 'vitest'
import { checkQuery } from './check-query.ts'
import type { ReadableTable } from './readable/readable-table.ts'

const tables: readonly ReadableTable[] = [
  { name: 'topic', columns: ['id', 'name', 'family'] },
  { name: 'user', columns: ['id', 'email'], hiddenColumns: ['password'] },
  { name: 'labels', query: 'select id, name as label from topic' },
]
const deep = (count: number) => `select ${'('.repeat(count)}1${')'.repeat(count)}`

describe.each(['postgres', 'sqlite3'] as const)('a query on %s', (database) => {
  const check = (query: string, parameters = 0) =>
    checkQuery({ database, query, tables, parameters })

  test.each([
    'select * from topic',
    'select id, email from "user" where email like \'%@example.com\' -- a comment',
    'with t as (select id from topic) select count(*) from t',
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) select i from n',
    'select l.label, t.family from labels l join topic t on t.id = l.id',
    'select s.name from (select * from topic) s',
    'select row_number() over (order by name) from topic union all select 1 order by 1 limit 3',
    'values (1), (2)',
    'select id from topic where exists (select 1 from "user" u where u.id = topic.id)',
    'select count(*) from "user"',
  ])('passes: %s', async (query) => expect(await check(query)).toBeUndefined())

  test.each([
    ['nothing', '', 'empty'],
    ['a comment alone', '-- nothing', ''],
    ['two statements', 'select 1; select 2', 'one SELECT statement'],
    ['a semicolon', 'select 1;', 'without a semicolon'],
    ['a write', 'delete from topic', 'Only a SELECT'],
    ['an explanation', 'explain select 1', 'SELECT'],
    ['an unknown table', 'select * from nobody', 'nobody'],
    ['an internal table', 'select key from _plinth_meta', '_plinth_meta'],
    ['a hashed column', 'select password from "user"', 'password'],
    [
      'a hashed column in a condition',
      'select id from "user" u where u.password > \'\'',
      'password',
    ],
    ['a star over a hashed column', 'select * from "user"', 'one by one'],
    ['a star of one table', 'select u.* from topic t, "user" u', 'one by one'],
    [
      'a star under other names',
      'with q(a, b, c) as (select * from "user") select a from q',
      'one by one',
    ],
    [
      'a join by a hashed column',
      'with q(password) as (select \'guess\') select 1 from "user" join q using (password)',
      'password',
    ],
    ['a parenthesis that closes the enclosing one', 'select 1) as q, (select 2', ''],
    ['a comment without an end', 'select 1 /*', ''],
    ['a text without an end', "select 'x", ''],
    ['a function that is not listed', 'select version()', ''],
    ['a parameter without a bound value', 'select $1', 'parameter'],
    ['a NUL character', 'select 1 \0', 'not text'],
    ['a lone surrogate', "select '\ud800'", 'not text'],
    ['more than 100 kB', `select '${'x'.repeat(100_001)}'`, '100 kB'],
    ['very deep nesting', deep(20_000), ''],
  ])('refuses %s', async (_, query, reason) => {
    expect(await check(query)).toMatch(new RegExp(`^(?=[A-Z"]).*${reason}.*\\.$`, 'is'))
  })

  test('accepts parameters with bound values', async () => {
    expect(await check('select name from topic where id = $1', 1)).toBeUndefined()
  })

  test('still works after a query that was nested too deeply', async () => {
    await check(deep(20_000))
    expect(await check('select 1')).toBeUndefined()
  })
})

describe('a query on postgres', () => {
  const check = (query: string) => checkQuery({ database: 'postgres', query, tables })

  test.each([
    ['comments within comments', `select 1 ${'/*'.repeat(20_000)}${'*/'.repeat(20_000)}`],
    ['signs', `select ${'+'.repeat(90_000)}1`],
  ])('refuses a long run of %s before it is scanned', async (_, query) => {
    expect(await check(query)).toContain('in a row')
  })

  test('passes a line of dashes or stars in a comment', async () => {
    expect(await check(`/${'*'.repeat(120)}/ select 1 -- ${'-'.repeat(120)}`)).toBeUndefined()
  })

  test.each([
    ['a schema', 'select * from public.topic'],
    ['a database', 'select * from a.b.topic'],
    ['a field of a field', 'select s.name.family from (select topic as name from topic) s'],
    ["PostgreSQL's catalogue", 'select * from pg_roles'],
    [
      'a WITH query before it is defined',
      'with a as (select * from b), b as (select 1) select 1 from a',
    ],
    [
      'a WITH query outside of its scope',
      'select 1 from (with a as (select 1) select * from a) x, a',
    ],
    ['a writing WITH query', 'with x as (delete from topic returning id) select * from x'],
    ['SELECT INTO', 'select id into stolen from topic'],
    ['a lock', 'select id from topic for update'],
    ['a function of the system schema', 'select pg_catalog.pg_sleep(1)'],
    ['a function in unicode', 'select U&"\\0070g_sleep"(1)'],
    ['a function as a field of a row', 'select topic.pg_sleep from topic'],
    ['a function as a field of a value', "select ('/etc/passwd'::text).pg_read_file"],
    [
      'a function as a field that an alias names',
      "select 1 as lo_import, ('/etc/passwd'::text).lo_import",
    ],
    ['a cast as a field', "select ('topic'::text).regclass"],
    ['a cast as a call', "select regclass('topic')"],
    ['a cast to a catalogue type', "select 'topic'::regclass"],
    ['a cast to a row type', 'select null::topic'],
    ['an operator of a schema', 'select 1 operator(public.+) 2'],
    ['a system column', 'select ctid from topic'],
    ['the role', 'select current_user'],
    ['the schema', 'select current_schema'],
    ['XML', "select xmlparse(document '<a/>')"],
    ['a table of XML', "select * from xmltable('/a' passing '<a/>' columns b text)"],
    ['a query inside of a text', "select * from ts_stat('select 1')"],
    ['a whole row', 'select to_jsonb(u) from "user" u'],
    ['a row under other names', 'select a from "user" u(a, b, c)'],
    ['a natural join with a hashed column', 'select 1 from "user" natural join topic'],
    ['a join of hashed columns', 'select 1 from "user" a join "user" b using (password)'],
    ['a row of a join', 'select j from (topic t join "user" u on true) j'],
    ['a sampling method of an extension', 'select * from topic tablesample system_time(1)'],
  ])('refuses %s', async (_, query) => expect(await check(query)).toBeTypeOf('string'))

  test.each([
    'with pg_roles as (select 1 as a) select a from pg_roles',
    'select t.family from topic t',
    'select (jsonb_each(\'{"a": 1}\')).key',
    'select a$x$ from (select 1 as a$x$) s',
  ])('passes: %s', async (query) => expect(await check(query)).toBeUndefined())
})

describe('a query on sqlite3', () => {
  const check = (query: string) => checkQuery({ database: 'sqlite3', query, tables })

  test.each([
    ['the schema', 'select * from sqlite_schema'],
    ['the number of tables', 'select count(*) from sqlite_schema'],
    ['a pragma', 'pragma user_version'],
    ['a pragma as a table', "select 1 from pragma_table_info('topic')"],
    ['the path of the file', 'select file from pragma_database_list'],
    ['pages of the file', 'select * from dbstat'],
    ['the file behind the views', 'select name from main.topic'],
    ['a table of the connection', 'select * from sqlite_temp_schema'],
    ['another file', "attach 'x.db' as x"],
    ['a library', "select load_extension('x')"],
    ['a function in brackets', "select [load_extension]('x')"],
    [
      'a statement behind a quote in backticks',
      "select 1 as `'`; vacuum into 'x'; select 2 as `'2`",
    ],
    ['the number of a row', 'select rowid from topic'],
    ['a write behind WITH', 'with x as (select 1) delete from topic'],
  ])('refuses %s', async (_, query) => expect(await check(query)).toBeTypeOf('string'))

  const doubled = Array.from(
    { length: 20 },
    (_, at) => `a${at + 1} as (select p.x from a${at} p, a${at} q)`,
  )
  const hostile = `with a0 as (select 1 as x), ${doubled.join(', ')} select * from a20`
  const checkOf = (key: string, query: string) =>
    checkQuery({ database: 'sqlite3', query, tables, key, isBounded: true })

  test('checks the query of one project while slow ones of another wait', async () => {
    const ended: string[] = []
    const slow = Array.from({ length: 3 }, () =>
      checkOf('hostile', hostile).then(() => ended.push('hostile')),
    )
    expect(await checkOf('quiet', 'select name from topic')).toBeUndefined()
    expect(ended).toEqual([])
    await Promise.all(slow)
  })

  test('refuses a project with too many queries waiting, and not its neighbour', async () => {
    const many = Array.from({ length: 40 }, () =>
      checkOf('hostile', 'select 1').catch((error: unknown) => error),
    )
    expect(await checkOf('quiet', 'select 1')).toBeUndefined()
    const refused = (await Promise.all(many)).filter((each) => each !== undefined)
    expect(refused).toHaveLength(40 - 1 - 32)
    expect(refused[0]).toMatchObject({ code: 'rate_limited', status: 429 })
  })

  test('refuses a query that takes too long to compile, and checks the next one', async () => {
    expect(await check(hostile)).toContain('takes too long')
    expect(await check('select name from topic')).toBeUndefined()
  })
})
