import { existsSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnCluster, startCluster } from '../../app/testing/own-cluster.ts'
import { type PgBouncer, startPgBouncer } from '../../app/testing/pooler/start-pgbouncer.ts'
import { openDatabase } from './database.ts'
import { PoolerClient } from './pooler-client.ts'
import { sql } from './sql.ts'

/** Fewer sessions of the server than connections to the pooler, so that statements change sessions. */
const SESSIONS = 2
const TIMEOUT = { statement_timeout: 300 }

describe.runIf(existsSync('/usr/sbin/pgbouncer'))('PgBouncer in transaction mode', () => {
  let cluster: OwnCluster
  let bouncer: PgBouncer
  let pool: pg.Pool
  beforeAll(async () => {
    cluster = await startCluster(18)
    bouncer = await startPgBouncer(cluster.url, SESSIONS)
    pool = new pg.Pool({ connectionString: bouncer.url, max: 8, Client: PoolerClient, ...TIMEOUT })
    pool.on('error', () => undefined)
    await pool.query('create table note (id int primary key, title text)')
    await pool.query('create table part (note int references note deferrable initially deferred)')
  }, 60_000)
  afterAll(async () => {
    await pool.end()
    await bouncer.stop()
    await cluster.remove()
  })

  test('refuses the startup parameter of an ordinary connection', async () => {
    const client = new pg.Client({ connectionString: bouncer.url, ...TIMEOUT })
    client.on('error', () => undefined)
    await expect(client.connect()).rejects.toThrow('unsupported startup parameter')
  })

  test('runs named statements without their names, on any session', async () => {
    const text = 'select $1::int + 1 as next'
    const asked = Array.from({ length: 200 }, (_, at) =>
      pool.query({ name: `next ${at % 3}`, text, values: [at] }),
    )
    const answers = await Promise.all(asked)
    expect(answers.map(({ rows }) => rows[0].next)).toEqual(answers.map((_, at) => at + 1))
    const { rows } = await pool.query('select count(*)::int as named from pg_prepared_statements')
    expect(rows).toEqual([{ named: 0 }])
  })

  test('applies the timeout to single statements and to transactions, and leaves none behind', async () => {
    const late = { code: '57014' }
    await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject(late)
    const client = await pool.connect()
    await client.query('begin')
    await expect(client.query('select pg_sleep(5)')).rejects.toMatchObject(late)
    await client.query('rollback')
    client.release()
    const plain = new pg.Client({ connectionString: bouncer.url })
    await plain.connect()
    const { rows } = await plain.query('show statement_timeout')
    await plain.end()
    expect(rows).toEqual([{ statement_timeout: '0' }])
  })

  test('pipelined statements get their own results, and a failure affects no other', async () => {
    const client = await pool.connect()
    const asked = Array.from({ length: 40 }, (_, at) =>
      client.query({ name: 'part', text: 'select 12 / $1::int as part', values: [at % 5] }).then(
        ({ rows }) => rows[0].part,
        (error: Error) => error.message,
      ),
    )
    const expected = Array.from({ length: 40 }, (_, at) =>
      at % 5 === 0 ? 'division by zero' : Math.trunc(12 / (at % 5)),
    )
    expect(await Promise.all(asked)).toEqual(expected)
    client.release()
  })

  test('passes a query object and its callback through, as the shared connections use them', async () => {
    const client = await pool.connect()
    const answer = await new Promise((resolve, reject) => {
      const query = new pg.Query(
        'select $1::text as word',
        ['a'],
        (error: Error | undefined, result: unknown) => (error ? reject(error) : resolve(result)),
      )
      client.query(Object.assign(query, { name: 'word' }))
    })
    expect(answer).toMatchObject({ rows: [{ word: 'a' }] })
    client.release()
  })

  test('a single statement is answered when it is committed, and fails if the commit fails', async () => {
    await pool.query({ text: 'insert into note values ($1, $2)', values: [1, 'first'] })
    const direct = new pg.Client({ connectionString: cluster.url })
    await direct.connect()
    expect((await direct.query('select title from note')).rows).toEqual([{ title: 'first' }])
    await direct.end()
    await expect(
      pool.query({ text: 'insert into part values ($1)', values: [99] }),
    ).rejects.toMatchObject({ code: '23503' })
    expect((await pool.query('select * from part')).rows).toEqual([])
  })

  test('the platform database commits, rolls back and vacuums through it', async () => {
    const db = openDatabase({
      url: bouncer.url,
      maxConnections: 4,
      isPooled: true,
      onError: () => undefined,
    })
    await db.transaction((inside) => inside.query(sql`insert into note values (${2}, ${'kept'})`))
    const undone = db.transaction(async (inside) => {
      await inside.query(sql`insert into note values (${3}, ${'undone'})`)
      throw new Error('stop')
    })
    await expect(undone).rejects.toThrow('stop')
    expect(await db.query(sql`select title from note where id > ${1}`)).toEqual([{ title: 'kept' }])
    await db.query(sql`vacuum (analyze) note`)
    await db.check()
    await db.close()
  })

  test('fails the statements in flight when the pooler is lost', async () => {
    const own = await startPgBouncer(cluster.url, SESSIONS)
    const client = new PoolerClient({ connectionString: own.url })
    client.on('error', () => undefined)
    await client.connect()
    const inFlight = [client.query('select pg_sleep(20)'), client.query('select 1')]
    const failed = Promise.allSettled(inFlight)
    await own.stop()
    for (const { status } of await failed) expect(status).toBe('rejected')
    await client.end()
  })
})
