import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseFault } from '../database-fault.ts'
import { runSqliteQuery } from './sqlite-query.ts'

const folder = mkdtempSync(join(tmpdir(), 'sqlite-query-'))
const file = join(folder, 'rows.db')
const tables = [
  { name: 'user', columns: ['id', 'email'] },
  { name: 'leak', columns: ['id', 'loot'] },
]
const LIMITS = { most: 10, maxBytes: 1_000 }
const ask = (query: string, values: (string | number | null)[] = []) =>
  runSqliteQuery(file, { query, values, tables, ...LIMITS })

beforeAll(() => {
  const database = new Sqlite(file)
  database.exec(`create table user (id, email, password);
    insert into user values ('1', 'ann@example.com', 'a hash');
    create table _plinth_meta (key, value); insert into _plinth_meta values ('environment', 'x');
    create view leak as select id, password as loot from user`)
  database.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The process is the second line of defence: these queries were not checked before. */
describe('a query in its own process', () => {
  test('binds values and returns long integers as text and bytes as bytes', async () => {
    const query = `select email, 9007199254740993 as long, 7 as short, x'01' as bytes from user where id = $1`
    expect(await ask(query, ['1'])).toEqual({
      ok: true,
      isTruncated: false,
      columns: ['email', 'long', 'short', 'bytes'],
      cells: [['ann@example.com', '9007199254740993', 7, Buffer.from([1])]],
    })
  })

  test.each([
    ['exactly at the row limit', 10, 'x', 10, false],
    ['above the row limit', 11, 'x', 10, true],
    ['exactly at the byte limit', 5, 'x'.repeat(192), 5, false],
    ['one byte above it per row', 5, 'x'.repeat(193), 4, true],
    ['with one row above it', 1, 'x'.repeat(1_000), 0, true],
    ['of one-byte control characters, escaped in six', 5, '\u0001'.repeat(100), 1, true],
  ])('stops a result %s', async (_, rows, text, returned, isTruncated) => {
    const query = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      select $1 as a from n`
    const answer = await ask(query, [text])
    expect(answer).toMatchObject({ ok: true, isTruncated })
    expect(answer.ok && answer.cells).toHaveLength(returned)
  })

  test('refuses a value of 200 MB', async () => {
    expect(await ask('select hex(zeroblob(100000000)) as a')).toMatchObject({ ok: false })
  })

  test('shows a table without its hashed column', async () => {
    const answer = await ask('select * from user')
    expect(answer).toMatchObject({ ok: true, cells: [['1', 'ann@example.com']] })
  })

  test.each([
    ['internal tables', 'select * from _plinth_meta'],
    ['the number of internal rows', 'select count(*) from _plinth_meta'],
    ['the schema', 'select * from sqlite_schema'],
    ['the path of the file', 'select file from pragma_database_list'],
    ['a pragma without its columns', 'select 1 from pragma_wal_checkpoint'],
    ['a pragma', 'pragma table_info(user)'],
    ['another file', `attach '${folder}/other.db' as other`],
    ['a copy of the file', `vacuum into '${folder}/copy.db'`],
    ['a hashed column behind the view', 'select password from main.user'],
    ['a star behind the view', 'select * from main.user'],
    ['a view of the file that reads a hashed column', 'select loot from leak'],
    ['a library', `select load_extension('x')`],
    ['a second statement', 'select 1; select 2'],
    ['a write', 'delete from user'],
    ['a temporary table', 'create temp table t (a)'],
  ])('refuses %s', async (_, query) => {
    expect(await ask(query)).toMatchObject({ ok: false, isAway: false })
  })
})

/** Two projects: a hostile one and its neighbour. */
describe('queries of two files', () => {
  const other = join(folder, 'other.db')
  beforeAll(() => new Sqlite(other).exec('create table user (id, email)').close())
  const ENDLESS =
    'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c'
  const askOther = () =>
    runSqliteQuery(other, { query: 'select 1 as one', values: [], tables: [], ...LIMITS })

  test('answers one file while long queries of the other run and wait', async () => {
    const ended: string[] = []
    const hostile = Array.from({ length: 8 }, () => ask(ENDLESS).catch(() => ended.push('long')))
    expect(await askOther()).toMatchObject({ ok: true, cells: [[1]] })
    expect(ended).toEqual([])
    await Promise.all(hostile)
  })

  test('refuses a file that has too many queries waiting, with the time to come back', async () => {
    const asked = Array.from({ length: 25 }, () =>
      ask('select 1 as one').then(
        () => 'answered',
        ({ fault }: DatabaseFault) => fault,
      ),
    )
    const quiet = askOther()
    const refused = (await Promise.all(asked)).filter((each) => each !== 'answered')
    // A process of an earlier query may not have ended yet.
    expect(refused.length).toBeGreaterThanOrEqual(25 - 3 - 16)
    expect(refused[0]).toMatchObject({ kind: 'limited', retryAfterSeconds: expect.any(Number) })
    expect(await quiet).toMatchObject({ ok: true })
  })
})
