import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OwnCluster, startCluster } from '../../../app/testing/own-cluster.ts'
import { type ReaderLease, type ReaderLimits, ReaderPool, ReadersBusy } from './reader-pool.ts'

let cluster: OwnCluster
let pool: ReaderPool
beforeAll(async () => {
  cluster = await startCluster(18)
})
afterAll(() => cluster.remove())
afterEach(() => pool.close())

const LIMITS: ReaderLimits = {
  perEnvironment: 2,
  perProcess: 3,
  idleMs: 60_000,
  waitMs: 60_000,
  maxWaiting: 4,
}

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function newPool(limits: Partial<ReaderLimits> = {}): (key: string) => Promise<ReaderLease> {
  pool = new ReaderPool({ ...LIMITS, ...limits })
  return (key) => pool.lease(key, open)
}

const endOf = ({ client }: ReaderLease) =>
  new Promise<void>((resolve) => client.once('end', resolve))
const pidOf = async ({ client }: ReaderLease) =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number

test('opens at most two connections for one environment', async () => {
  const lease = newPool()
  const [first] = await Promise.all([lease('a'), lease('a')])
  const third = lease('a')
  expect(pool.size).toEqual({ open: 2, idle: 0, waiting: 1 })
  const pid = await pidOf(first)
  first.release(true)
  expect(await pidOf(await third)).toBe(pid)
})

test('limits connections per process, and closes an idle one of another environment', async () => {
  const lease = newPool()
  const [idle] = [await lease('a'), await lease('b'), await lease('c')]
  const ended = endOf(idle)
  const waiting = lease('d')
  expect(pool.size).toEqual({ open: 3, idle: 0, waiting: 1 })
  idle.release(true)
  await waiting
  await ended
  expect(pool.size).toEqual({ open: 3, idle: 0, waiting: 0 })
})

test('serves environments round-robin, and their callers in order', async () => {
  const lease = newPool({ perEnvironment: 1, perProcess: 1 })
  const order: string[] = []
  const use = async (key: string, name: string) => {
    const { release } = await lease(key)
    order.push(name)
    release(true)
  }
  const first = await lease('a')
  const all = [use('a', 'a1'), use('a', 'a2'), use('a', 'a3'), use('b', 'b1'), use('c', 'c1')]
  first.release(true)
  await Promise.all(all)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('rejects a caller that has waited too long, and serves the next', async () => {
  const lease = newPool({ perEnvironment: 1, waitMs: 40 })
  const first = await lease('a')
  await expect(lease('a')).rejects.toBeInstanceOf(ReadersBusy)
  const next = lease('a')
  first.release(true)
  expect((await next).isReused).toBe(true)
})

test('rejects a caller of an environment with too many waiting, and none of another', async () => {
  const lease = newPool({ perEnvironment: 1, maxWaiting: 1 })
  const first = await lease('a')
  const waiting = lease('a')
  await expect(lease('a')).rejects.toMatchObject({ isOwn: true })
  expect((await lease('b')).isReused).toBe(false)
  first.release(true)
  await waiting
})

test('closes an idle connection', async () => {
  const lease = newPool({ idleMs: 20 })
  const first = await lease('a')
  const ended = endOf(first)
  first.release(true)
  await ended
  expect(pool.size).toEqual({ open: 0, idle: 0, waiting: 0 })
})

test('closes a connection reported unusable', async () => {
  const lease = newPool()
  const first = await lease('a')
  first.release(false)
  const second = await lease('a')
  expect(second.isReused).toBe(false)
  expect(pool.size.open).toBe(1)
})

test('a connection that cannot be opened fails its caller and frees its slot', async () => {
  const lease = newPool({ perEnvironment: 1, perProcess: 1 })
  const failing = pool.lease('a', () => Promise.reject(new Error('no route')))
  await expect(failing).rejects.toThrow('no route')
  expect((await lease('a')).isReused).toBe(false)
})

test.each([
  [
    'a setting',
    `select set_config('plinth.x', 'left', false)`,
    `select coalesce(current_setting('plinth.x', true), '') = '' as clean`,
  ],
  [
    'the search path',
    'set search_path to pg_catalog',
    `select current_setting('search_path') <> 'pg_catalog' as clean`,
  ],
  [
    'an advisory lock',
    'select pg_advisory_lock(7)',
    'select not exists (select from pg_locks where pid = pg_backend_pid() and locktype = $$advisory$$) as clean',
  ],
  [
    'a prepared statement',
    'prepare left_behind as select 1',
    'select not exists (select from pg_prepared_statements) as clean',
  ],
  [
    'a temporary table',
    'create temp table left_behind (a int)',
    `select to_regclass('pg_temp.left_behind') is null as clean`,
  ],
  [
    'a listener',
    'listen left_behind',
    'select not exists (select from pg_listening_channels()) as clean',
  ],
  [
    'a cursor',
    'declare left_behind cursor with hold for select 1',
    'select not exists (select from pg_cursors) as clean',
  ],
])('resets %s between callers', async (_what, leave, ask) => {
  const lease = newPool({ perEnvironment: 1 })
  const first = await lease('a')
  const pid = await pidOf(first)
  await first.client.query(leave)
  first.release(true)
  const second = await lease('a')
  expect(await pidOf(second)).toBe(pid)
  expect((await second.client.query(ask)).rows).toEqual([{ clean: true }])
})

test('recovers after a server restart', async () => {
  const lease = newPool()
  const [used, idle] = [await lease('a'), await lease('a')]
  const ended = [endOf(used), endOf(idle)]
  idle.release(true)
  await cluster.stop()
  await Promise.all(ended)
  used.release(true)
  expect(pool.size).toEqual({ open: 0, idle: 0, waiting: 0 })
  await cluster.start()
  expect((await lease('a')).isReused).toBe(false)
})
