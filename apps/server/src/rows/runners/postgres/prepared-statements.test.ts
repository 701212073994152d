import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { ConnectionBudget } from '../../../foundation/platform/connection-budget.ts'
import { ConnectionMultiplexer } from './connection-multiplexer.ts'
import { FairConnections } from './fair-connections.ts'
import { countPrepared, MAX_PREPARED } from './prepared-statements.ts'

let pool: pg.Pool
let connections: FairConnections
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('server').databaseUrl, max: 1, pipeline: true })
  pool.on('connect', countPrepared)
  const limits = { connections: 1, perEnvironment: 1, readsPerEnvironment: 1 }
  connections = new FairConnections(pool, { budget: new ConnectionBudget({ max: 1 }), ...limits })
})
afterAll(() => pool.end())

const statement = (at: number) => ({
  name: `shape ${at}`,
  text: `select ${at} as at, pg_backend_pid() as pid where $1::boolean`,
  values: [true],
})

test('a connection that has prepared many statements is replaced when it is released', async () => {
  const pids = new Set<number>()
  for (let at = 0; at < MAX_PREPARED + 100; at += 1) {
    const client = await connections.connect('environment')
    const { rows } = await client.query(statement(at))
    expect(rows[0]?.at).toBe(at)
    pids.add(rows[0]?.pid)
    client.release()
  }
  expect(pids.size).toBe(2)
  const client = await connections.connect('environment')
  const { rows } = await client.query('select count(*)::int from pg_prepared_statements')
  expect(rows).toEqual([{ count: 100 }])
  client.release()
})

test('one that runs the same statements again is kept', async () => {
  const pids = new Set<number>()
  for (let at = 0; at < MAX_PREPARED + 100; at += 1) {
    const client = await connections.connect('environment')
    pids.add((await client.query(statement(at % 10))).rows[0]?.pid)
    client.release()
  }
  expect(pids.size).toBe(1)
})

test('one that runs many statements without a name is kept: it holds only the last', async () => {
  const pids = new Set<number>()
  for (let at = 0; at < MAX_PREPARED + 100; at += 1) {
    const client = await connections.connect('environment')
    const { text, values } = statement(at)
    pids.add((await client.query({ text, values })).rows[0]?.pid)
    client.release()
  }
  expect(pids.size).toBe(1)
})

test('a shared connection that has prepared many statements is replaced while it is in use', async () => {
  const multiplexer = new ConnectionMultiplexer(
    () => connections.connect('environment'),
    () => 1,
  )
  const run = async (at: number): Promise<number> => {
    let running: ReturnType<ConnectionMultiplexer['run']>
    await eventually(async () => {
      running = multiplexer.run(statement(at))
      return running !== undefined
    })
    return Number((await running)?.rows[0]?.pid)
  }
  const first = await run(0)
  for (let at = 0; at < MAX_PREPARED; at += 1) await run(at)
  await eventually(async () => (await run(0)) !== first)
  multiplexer.close()
})
