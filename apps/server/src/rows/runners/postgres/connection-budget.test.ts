import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { ConnectionBudget } from '../../../foundation/platform/connection-budget.ts'
import { SingleConnections } from '../../../foundation/platform/single-connections.ts'
import { ConnectionMultiplexer } from './connection-multiplexer.ts'
import { FairConnections } from './fair-connections.ts'
import { ReaderPool } from './reader-pool.ts'

let name: string
let watcher: pg.Client
let closers: (() => unknown)[] = []
beforeEach(async () => {
  name = `budget-${randomUUID().slice(0, 8)}`
  watcher = new pg.Client({ connectionString: inject('server').databaseUrl })
  await watcher.connect()
})
afterEach(async () => {
  for (const close of closers) await close()
  closers = []
  await watcher.end()
})

/** The connections of this test that the server sees. */
async function countOpen(): Promise<number> {
  const { rows } = await watcher.query(
    'select count(*)::int as open from pg_stat_activity where application_name = $1',
    [name],
  )
  return rows[0].open
}

function openPool(budget: ConnectionBudget, { connections = 6, idleMs = 60_000 } = {}) {
  const config = { connectionString: inject('server').databaseUrl, application_name: name }
  const pool = new pg.Pool({ ...config, max: connections, idleTimeoutMillis: idleMs })
  closers.push(() => pool.end())
  let isEmpty = false
  const fair: FairConnections = new FairConnections(pool, {
    budget,
    connections,
    perEnvironment: connections,
    readsPerEnvironment: connections,
    onPressure: () => multiplexer.trim(),
    onEmpty: () => {
      isEmpty = true
    },
  })
  const multiplexer = new ConnectionMultiplexer(
    () => fair.connect('reads'),
    () => Math.floor(fair.room / 3),
  )
  closers.unshift(() => multiplexer.close())
  return { pool, fair, multiplexer, isEmpty: () => isEmpty }
}

const query = (text: string) => ({ text, values: [] })
const takeAll = (fair: FairConnections, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => fair.connect(`env ${at}`)))

test('connections are opened on demand, and their places are free again when idle ones are closed', async () => {
  const budget = new ConnectionBudget({ max: 10 })
  const { fair, isEmpty } = openPool(budget, { idleMs: 20 })
  await fair.queryAs('a').query(query('select 1'))
  expect(budget.used).toBe(1)
  for (const client of await takeAll(fair, 3)) client.release()
  expect(budget.used).toBe(3)
  expect(isEmpty()).toBe(false)
  await eventually(async () => budget.used === 0)
  expect(isEmpty()).toBe(true)
  await eventually(async () => (await countOpen()) === 0)
})

test('an idle connection of one database is closed for another database', async () => {
  const budget = new ConnectionBudget({ max: 3 })
  const [first, second] = [openPool(budget), openPool(budget)]
  for (const client of await takeAll(first.fair, 3)) client.release()
  const client = await second.fair.connect('b')
  expect([first.pool.totalCount, second.pool.totalCount]).toEqual([2, 1])
  client.release()
})

test('a busy database gives half of its connections to another one, and gets them back', async () => {
  const budget = new ConnectionBudget({ max: 6 })
  const [first, second] = [openPool(budget), openPool(budget)]
  let isStopped = false
  const press = async ({ fair }: typeof first, key: string) => {
    while (!isStopped) await fair.queryAs(key).query(query('select pg_sleep(0.01)'))
  }
  const pressed = Array.from({ length: 12 }, (_, at) => press(first, `a ${at}`))
  await eventually(async () => first.pool.totalCount === 6)
  const others = Array.from({ length: 12 }, (_, at) => press(second, `b ${at}`))
  await eventually(async () => first.pool.totalCount === 3 && second.pool.totalCount === 3)
  expect(budget.used).toBe(6)
  isStopped = true
  await Promise.all([...pressed, ...others])
  const clients = await takeAll(first.fair, 6)
  expect(first.pool.totalCount).toBe(6)
  for (const client of clients) client.release()
})

test('shared connections are returned when another database needs them', async () => {
  const budget = new ConnectionBudget({ max: 4 })
  const [first, second] = [openPool(budget, { connections: 4 }), openPool(budget)]
  const ask = () => first.multiplexer.run({ name: 'one', text: 'select 1', values: [] })
  await eventually(async () => ask() !== undefined)
  for (const client of await takeAll(first.fair, 3)) client.release()
  expect(budget.used).toBe(4)
  for (const client of await takeAll(second.fair, 4)) client.release()
  // Its own statements still get a connection.
  await first.fair.queryAs('a').query(query('select 1'))
})

test('readers, tasks and rows of five databases share one budget under load', async () => {
  let isReported = false
  const onExhausted = () => {
    isReported = true
  }
  const budget = new ConnectionBudget({ max: 6, onExhausted })
  const pools = Array.from({ length: 5 }, () => openPool(budget))
  const limits = { perEnvironment: 2, perProcess: 3, idleMs: 60_000, maxWaiting: 50 }
  const readers = new ReaderPool({ ...limits, waitMs: 20_000 })
  closers.unshift(() => readers.close())
  const places = {
    readers: new SingleConnections(budget, { waitMs: 20_000, shrink: readers }),
    tasks: new SingleConnections(budget, { waitMs: 20_000 }),
  }
  const open = async (kind: keyof typeof places) => {
    const free = await places[kind].take()
    const client = new pg.Client({
      connectionString: inject('server').databaseUrl,
      application_name: name,
    })
    client.once('end', free)
    await client.connect()
    return client
  }
  // Few, so that none waits for the five seconds after which the queue refuses, even where connecting takes long.
  const rounds = 4
  const rows = pools.flatMap(({ fair }, at) =>
    Array.from({ length: rounds }, () =>
      fair.queryAs(`env ${at}`).query(query('select pg_sleep(0.02)')),
    ),
  )
  const reads = Array.from({ length: rounds }, async (_, at) => {
    const lease = await readers.lease(`env ${at % 5}`, () => open('readers'))
    await lease.client.query('select pg_sleep(0.02)')
    lease.release(true)
  })
  const tasks = Array.from({ length: rounds }, async () => {
    const client = await open('tasks')
    await client.query('select pg_sleep(0.02)')
    await client.end()
  })
  let most = 0
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      most = Math.max(most, budget.used)
      // A server process outlives its connection for a moment.
      expect(await countOpen()).toBeLessThanOrEqual(6 + 3)
    }
  }
  const watching = watch()
  await Promise.all([...rows, ...reads, ...tasks])
  isDone = true
  await watching
  expect(most).toBe(6)
  expect(isReported).toBe(true)
})

test('a task that gets no connection in time fails with the code for too many connections', async () => {
  const budget = new ConnectionBudget({ max: 1 })
  const tasks = new SingleConnections(budget, { waitMs: 20 })
  const free = await tasks.take()
  await expect(tasks.take()).rejects.toMatchObject({ code: '53300' })
  free()
  free()
  expect(budget.used).toBe(0)
  await tasks.take()
})
