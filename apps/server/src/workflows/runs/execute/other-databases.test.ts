import { createCredential, getRun, listCredentials, testCredential } from '@plinth/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { forwardPostgres } from '../../../app/testing/forward-postgres.ts'
import { startMariadb, type TestMariadb } from '../../../app/testing/mariadb.ts'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

const { outside, databaseUrl } = inject('server')
const goOn = { errorHandling: { failureAction: 'continue' } }
const said = (words: string) => ({ error: { message: expect.stringContaining(words) } })
type Place = Awaited<ReturnType<typeof runPlace>>

const sql = (id: string, query: string, more: object = {}, credentials = {}) =>
  runnable(id, 'sql-query', { parameters: { query, ...more } as never, credentials })
const rows = (id: string, parameters: object, credentials = {}) =>
  runnable(id, 'database', { parameters: { table: 'item', ...parameters } as never, credentials })

describe('other databases, by credential', () => {
  let place: Place
  let maria: TestMariadb
  let forwarded: Awaited<ReturnType<typeof forwardPostgres>>
  const credential = async (type: string, data: object) => {
    const made = await place.client.call(createCredential, {
      params: { projectId: place.projectId },
      body: { name: `${type} ${Math.random()}`, type: type as never, data: data as never },
    })
    return { [type]: made.credential.id }
  }
  const account = { user: 'outside_app', password: 'pg-canary-77', database: 'outside_shop' }
  let servers: Record<'postgres' | 'mysql', Record<string, string>>

  beforeAll(async () => {
    const admin = new pg.Client(databaseUrl)
    await admin.connect()
    await admin.query(`create role outside_app login password '${account.password}'`)
    await admin.query('grant outside_app to current_user with set true')
    await admin.query('create database outside_shop owner outside_app')
    await admin.end()
    // The server's own PostgreSQL is closed to workflows; this forwarded port acts as an external server.
    forwarded = await forwardPostgres(databaseUrl, outside.postgres)
    maria = await startMariadb(outside.mariadb)
    place = await runPlace()
    const { database, user, password } = maria
    const here = { host: '127.0.0.1', ssl: false }
    servers = {
      postgres: await credential('postgres', { ...here, port: outside.postgres, ...account }),
      mysql: await credential('mysql', {
        ...here,
        port: outside.mariadb,
        database,
        user,
        password,
      }),
    }
  }, 60_000)
  afterAll(async () => {
    await maria.stop()
    forwarded.close()
  })

  test.each([
    [
      'postgres',
      'create table item (id serial primary key, name text, price numeric, at timestamptz default now())',
      '$1',
    ],
    [
      'mysql',
      'create table item (id int auto_increment primary key, name text, price decimal(8, 2), at datetime default now())',
      '?',
    ],
  ] as const)('%s: makes, changes, lists, gets and deletes rows', async (source, create, mark) => {
    const to = servers[source]
    const { result, runId } = await place.execute({
      nodes: [
        sql('create', create, { source, access: 'write' }, to),
        rows('make', { source, action: 'create', row: '{"name": "Ada\'s", "price": 12.5}' }, to),
        rows('more', { source, action: 'create', row: '{"name": "Bob", "price": 2}' }, to),
        rows('list', { source, action: 'list', match: '{"name": "Ada\'s"}' }, to),
        rows('update', { source, action: 'update', match: '{"id": 1}', row: '{"price": 13}' }, to),
        rows('get', { source, action: 'get', match: '{"id": 1}' }, to),
        sql(
          'read',
          `select name from item where price > ${mark} order by id`,
          { source, values: '[1]' },
          to,
        ),
        rows('gone', { source, action: 'delete', match: '{"id": 2}' }, to),
      ],
      edges: wires(
        'create -> make',
        'make -> more',
        'more -> list',
        'list -> update',
        'update -> get',
        'get -> read',
        'read -> gone',
      ),
    })
    expect(result.list).toMatchObject([
      { id: 1, name: "Ada's", price: expect.stringMatching(/^12.50?$/) },
    ])
    expect(result).toMatchObject({
      update: { affected: 1 },
      get: { price: expect.stringMatching(/^13/), at: expect.any(String) },
      read: [{ name: "Ada's" }, { name: 'Bob' }],
      gone: { affected: 1 },
      make: source === 'mysql' ? { insertId: 1 } : { id: 1, name: "Ada's" },
    })
    const { run } = await place.client.call(getRun, {
      params: { projectId: place.projectId, runId },
    })
    expect(JSON.stringify(run)).not.toContain('canary')
  })

  test.each(['postgres', 'mysql'] as const)('%s: tests a credential', async (type) => {
    const { projectId, client } = place
    const id = Object.values(servers[type])[0] ?? ''
    const { credentials } = await client.call(listCredentials, { params: { projectId } })
    const data = credentials.find((one) => one.id === id)?.data ?? {}
    const attempt = (changed: object) =>
      client.call(testCredential, {
        params: { projectId },
        body: { id, type, data: { ...data, ...changed } },
      })
    expect(await attempt({})).toMatchObject({ ok: true, message: 'Signed in to the database.' })
    const wrong = await attempt({ password: 'wrong-canary' })
    expect(wrong).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The database refused/),
    })
    expect(JSON.stringify(wrong)).not.toContain('canary')
    // The platform's own database, which workflows must not reach.
    const own = { type, data: { ...data, password: 'x', port: 5432 } }
    const closed = await client.call(testCredential, { params: { projectId }, body: own })
    expect(closed).toMatchObject({
      ok: false,
      message: expect.stringMatching(/not allowed|private/i),
    })
  })

  test.each([
    ['postgres', 'The database refused', 'generate_series(1, 2000) as n'],
    ['mysql', 'The database refused', 'seq_1_to_2000'],
  ] as const)('%s: what it refuses is a failure of the node', async (source, refused, many) => {
    const to = servers[source]
    const { result } = await place.execute({
      nodes: [
        sql('write', 'create table no (id int)', { source }, to),
        sql('two', 'select 1; select 2', { source }, to),
        sql('wrong', 'select from where', { source }, to),
        sql('many', `select * from ${many}`, { source }, to),
        sql('large', "select repeat('x', 12000000) as x", { source }, to),
        rows('table', { source, table: 'nothing' }, to),
      ],
      settings: goOn,
    })
    expect(result).toMatchObject({
      write: said(refused),
      two: said(refused),
      wrong: said(refused),
      table: said(refused),
    })
    expect(result.many).toHaveLength(1000)
    expect(result.large).toEqual(said('larger than 10 MB'))
  })

  test.each(['postgres', 'mysql'] as const)(
    '%s: rejects an internal address (R24)',
    async (source) => {
      const inside = [
        { host: '127.0.0.1', port: 5432 },
        { host: '169.254.169.254', port: 3306 },
        { host: '[::ffff:127.0.0.1]', port: outside.mariadb },
        { host: '0x7f.1', port: outside.postgres },
      ]
      const nodes = await Promise.all(
        inside.map(async (where, n) =>
          sql(
            `n${n}`,
            'select 1',
            { source },
            await credential(source, {
              database: 'd',
              user: 'u',
              password: 'pw-123456',
              ssl: false,
              ...where,
            }),
          ),
        ),
      )
      const { result } = await place.execute({ nodes, settings: goOn })
      for (const value of Object.values(result)) {
        expect(JSON.stringify(value)).toMatch(/not allowed|not valid|could not be found/)
      }
    },
  )

  test.each(['postgres', 'mysql'] as const)(
    '%s: reports a wrong password and a closed port',
    async (source) => {
      const port = source === 'postgres' ? outside.postgres : outside.mariadb
      const wrong = await credential(source, {
        host: '127.0.0.1',
        port,
        database: 'shop',
        user: 'app',
        password: 'wrong-123456',
        ssl: false,
      })
      const closed = await credential(source, {
        host: '127.0.0.1',
        port: outside.smtp,
        database: 'd',
        user: 'u',
        password: 'pw-123456',
        ssl: false,
      })
      const { result } = await place.execute({
        nodes: [
          sql('wrong', 'select 1', { source }, wrong),
          sql('closed', 'select 1', { source }, closed),
        ],
        settings: goOn,
      })
      expect(result).toEqual({
        wrong: said('The database refused'),
        closed: said('could not be reached'),
      })
    },
  )
})
