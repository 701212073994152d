import { runQuery } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectApiError, join, newStaff, type Person } from '../../app/testing/people.ts'
import { deploy } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'
import { withoutLastSemicolon } from './run-query.ts'

/** Queries of the SQL tab: one SELECT as the environment's reader (R11, R12). */
describe.each(['postgres', 'sqlite3'] as const)('queries on %s', (database) => {
  const { library, newBook } = useLibrary(database)
  let developer: Person
  beforeAll(async () => {
    developer = await newStaff()
    await join(developer, { projectId: library().projectId, role: 'developer' })
  })
  const ask = (
    sql: string,
    { who = developer, ...more }: { who?: Person; environment?: 'production'; explain?: true } = {},
  ) => {
    const params = { projectId: library().projectId }
    return who.client.call(runQuery, { params, body: { sql, ...more } })
  }

  test('returns columns and cells, also of two columns with one name', async () => {
    const { id } = await newBook('ann', { title: 'Asked for' })
    const sql = `select b.id, u.id, b.title from book b join "user" u on u.id = b.author
      where b.id = '${id}';  \n`
    expect(await ask(sql)).toEqual({
      columns: ['id', 'id', 'title'],
      rows: [[id, library().ann.id, 'Asked for']],
      truncated: false,
      ms: expect.any(Number),
    })
    expect(await ask('select title from book where 1 = 0')).toMatchObject({
      columns: ['title'],
      rows: [],
    })
  })

  test('cuts the result off at 1,000 rows and says so', async () => {
    const sql =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1001) select i from n'
    const { rows, truncated } = await ask(sql)
    expect({ rows: rows.length, truncated }).toEqual({ rows: 1_000, truncated: true })
  })

  test('shows the plan of a query without executing it', async () => {
    const endless =
      'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as many from n'
    expect((await ask(endless, { explain: true })).columns).toEqual(['QUERY PLAN'])
    const { rows } = await ask(`select title from book where title = 'x';`, { explain: true })
    expect(JSON.stringify(rows)).toMatch(/book/)
    expect((await expectApiError(ask(endless))).status).toBe(504)
  })

  test.each([
    ['a syntax error', 'select *\nform book', 9],
    ['an unknown table', 'select 1 from boook', 14],
    ['an unknown column', 'select titel from book', 7],
  ])('rejects %s with its position', async (_, sql, position) => {
    const { status, details } = await expectApiError(ask(sql))
    expect({ status, details }).toEqual({ status: 400, details: { position } })
  })

  test.each([
    ['a write', 'delete from book'],
    ['a write behind with', 'with x as (delete from book returning id) select * from x'],
    ['two statements', 'select 1; select 2;'],
    ['a statement behind the plan', 'select 1; drop table book;'],
    ['EXPLAIN of the caller', 'explain select 1'],
    ['EXPLAIN ANALYZE of the caller', 'explain (analyze) delete from book'],
    [
      'a bracket that closes the sub-select',
      'select 1) as q; delete from book; select * from (select 1',
    ],
    ['a hashed field', 'select password from "user"'],
    ['our own tables', 'select * from _plinth_meta'],
    ['the catalogue', 'select * from pg_roles'],
    ['the schema of SQLite', 'select * from sqlite_schema'],
    ['a file', `select pg_read_file('/etc/passwd')`],
    ['semicolons alone', ' ;; '],
    ['nothing', ''],
  ])('rejects %s, run or explained', async (_, sql) => {
    expect((await expectApiError(ask(sql))).status).toBe(400)
    expect((await expectApiError(ask(sql, { explain: true }))).status).toBe(400)
  })

  test('reads production only for those who may', async () => {
    await deploy(library())
    const { owner } = library()
    const inProduction = { environment: 'production' } as const
    const denied = await expectApiError(ask('select 1 as one', inProduction))
    expect(denied).toMatchObject({ status: 403, message: expect.stringContaining('production') })
    expect((await expectApiError(ask('select 1', { ...inProduction, explain: true }))).status).toBe(
      403,
    )
    await newBook('ann')
    const count = 'select count(*) as books from book'
    expect((await ask(count, { who: owner, ...inProduction })).rows).toEqual([[0]])
    expect(Number((await ask(count)).rows[0]?.[0])).toBeGreaterThan(0)
  })

  test('does not exist for staff of another project', async () => {
    expect((await expectApiError(ask('select 1', { who: await newStaff() }))).status).toBe(404)
  })
})

test.each([
  ['select 1;', 'select 1'],
  ['select 1 ; ;\n', 'select 1'],
  ["select ';'", "select ';'"],
  [';', ''],
  [`select 1${' '.repeat(90_000)}x`, `select 1${' '.repeat(90_000)}x`],
])('cuts the last semicolon off', (sql, left) => {
  expect(withoutLastSemicolon(sql)).toBe(left)
})
