import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { limitQueries, QueryTimeout } from './limit-queries.ts'

let pool: pg.Pool
const opened = (options: pg.PoolConfig, maxMs: number, maxBytes?: number) => {
  pool = new pg.Pool({ connectionString: inject('server').databaseUrl, max: 1, ...options })
  pool.on('error', () => undefined)
  const limits = { maxMs, ...(maxBytes !== undefined && { maxBytes }) }
  pool.on('connect', (client) => limitQueries(client, limits))
  return pool
}
afterEach(() => pool.end())

const pidOf = async () => Number((await pool.query('select pg_backend_pid() as pid')).rows[0].pid)

test.each([{ pipeline: true }, { pipeline: false }])(
  'a query beyond its time ends its connection, and the next has a new one: %o',
  async (options) => {
    opened(options, 300)
    const before = await pidOf()
    const since = performance.now()
    await expect(pool.query('select pg_sleep(20)')).rejects.toBeInstanceOf(QueryTimeout)
    expect(performance.now() - since).toBeLessThan(5_000)
    expect(await pidOf()).not.toBe(before)
  },
)

test('a frozen server is not waited for', async () => {
  opened({}, 300)
  const frozen = await pidOf()
  process.kill(frozen, 'SIGSTOP')
  try {
    await expect(pool.query('select 1')).rejects.toBeInstanceOf(QueryTimeout)
    expect(await pidOf()).not.toBe(frozen)
  } finally {
    process.kill(frozen, 'SIGCONT')
  }
})

test('many queries together may take longer than one', async () => {
  opened({ pipeline: true }, 500)
  const client = await pool.connect()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => client.query('select pg_sleep(0.15)')),
  )
  expect(all).toHaveLength(8)
  client.release()
})

test('an answer beyond its bytes ends its connection, while many below it do not', async () => {
  opened({}, 20_000, 4_000_000)
  const before = await pidOf()
  for (let time = 0; time < 6; time += 1)
    await pool.query(`select repeat('x', 1000000), pg_sleep(0.06)`)
  expect(await pidOf()).toBe(before)
  const text = `select repeat('x', 1000000) from generate_series(1, 2000)`
  await expect(pool.query(text)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
})
