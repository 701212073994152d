import { describe, expect, inject, test } from 'vitest'
import { join, newStaff } from '../../app/testing/people.ts'
import { TABLES } from '../testing/library-tables.ts'
import { openLibrary, send as sendTo } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

/** `{query}` of staff: one statement that can only read this environment's rows (R11, R12). */
describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send, newBook } = useLibrary(database)
  const ask = (query: string, who: 'owner' | 'ann' = 'owner') =>
    send('POST', 'book', { ...by(who), body: { query } })

  test('reads rows of any table by its name', async () => {
    const { id } = await newBook('ann', { title: 'Asked for' })
    const answer = await ask(`select title, status from book where id = '${id}'`)
    expect(answer.body.data).toEqual([{ title: 'Asked for', status: 'draft' }])
    const counted = await ask('with b as (select * from shelf) select count(*) as many from b')
    expect(counted.status).toBe(200)
  })

  test('is a row when sent by an app user', async () => {
    const row = await ask('select 1 as one', 'ann')
    expect(row.body.error.message).toContain('Column with name query not found in table book')
    expect((await ask('select 1 as one')).body.data).toEqual([{ one: 1 }])
  })

  test('has an address of its own, also where a table has a column called query', async () => {
    const columns = [{ id: 'l_query', name: 'query', type: 'text' }]
    const { projectId, owner, ann } = await openLibrary(database, [
      ...TABLES,
      { id: 'logs', name: 'log', columns },
    ])
    const { id } = await newProjectRow(projectId, owner.token)
    const run = async (token: string | undefined, body: { sql: string }, environment = 'dev') => {
      const url = `${inject('server').address}/api/project/${projectId}/sql`
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, environment }),
      })
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    }
    const all = { sql: 'select id, query from log' }
    expect(await run(owner.token, all)).toMatchObject({
      status: 200,
      body: { columns: ['id', 'query'], rows: [[id, 'select 1']] },
    })
    expect((await run(owner.token, { sql: 'delete from log' })).status).toBe(400)
    expect((await run(owner.token, { sql: '' })).status).toBe(400)
    expect((await run(ann.token, all)).status).toBe(401)
    expect((await run((await newStaff()).token, all)).status).toBe(404)
    const developer = await newStaff()
    await join(developer, { projectId, role: 'developer' })
    expect((await run(developer.token, all)).status).toBe(200)
    expect((await run(developer.token, all, 'production')).status).toBe(403)
  })
  /** Of staff too, `{query}` is a row where the table has such a column. */
  const newProjectRow = async ($projectId: string, token: string) => {
    const body = { query: 'select 1' }
    const made = await sendTo('POST', 'log', { token, query: { $projectId }, body })
    expect(made.body.data).toMatchObject(body)
    return made.body.data as { id: string }
  }

  test.each([
    ['a write', `delete from book`],
    ['a write behind with', `with x as (delete from book returning id) select * from x`],
    ['two statements', 'select 1; select 2'],
    ['a hashed field', 'select password from "user"'],
    ['a hashed field inside a function', 'select substr(pin, 1, 3) from book'],
    ['our own tables', 'select * from _plinth_meta'],
    ['our own tables, quoted', 'select * from "_plinth_audit"'],
    ['the catalogue', 'select * from pg_roles'],
    ['the schema of SQLite', 'select * from sqlite_schema'],
    ['the file behind the views', 'select password from main."user"'],
    ['another file', `attach 'x.db' as other`],
    ['a pragma', 'pragma table_info(book)'],
    ['a setting', `select set_config('role', 'postgres', false)`],
    ['a file', `select pg_read_file('/etc/passwd')`],
    ['our own tables behind a quote in backticks', "select 1 as `'`, value from _plinth_meta -- '"],
    [
      'our own tables behind identifiers that end in dollars',
      'select 1 as a$x$, value, 2 as b$x$ from _plinth_audit',
    ],
    ['the path of the file', 'select file from pragma_database_list'],
    ['the path of the file behind brackets', "select file as ['] from pragma_database_list --'"],
    ['roles behind an escaped quote', `select E'\\'' as a, rolname, E'\\'' as b from pg_roles`],
    ['a notification', `select 1 as a$x$, pg_notify('x', 'y'), 2 as b$x$`],
    ['a lock of all sessions', 'select 1 as a$x$, pg_advisory_lock(1), 2 as b$x$'],
    ['a row with its hashed field', 'select to_jsonb(u) from "user" u'],
    ['a bracket that closes the surrounding subquery', `select 1) as q, (select 2`],
    ['nothing', ''],
  ])('rejects %s', async (_, query) => {
    const { status, body } = await ask(query)
    expect(status, JSON.stringify(body)).toBe(400)
  })

  test('cannot read rows of another project', async () => {
    const other = await openLibrary(database)
    const { body } = await ask(`select count(*) as many from book where author = '${other.ann.id}'`)
    expect(Number((body.data as { many: number }[])[0]?.many)).toBe(0)
  })

  test('times out, and the next query succeeds', async () => {
    const endless =
      'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as many from n'
    expect((await ask(endless)).status).toBe(504)
    expect((await ask('select 1 as one')).status).toBe(200)
    expect(library().projectId).toBeTruthy()
  })
})
