import {
  focusManager,
  MutationObserver,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../create-client.ts'
import { createData, type Data } from '../create-data.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { createQueryClient } from './create-query-client.ts'
import { currentUserOptions, rowOptions, rowsOptions } from './read-options.ts'
import { writeOptions } from './write-options.ts'

let server: LocalServer
let data: Data
let queries: QueryClient

beforeAll(async () => {
  server = await startLocalServer()
  data = createData({ client: createClient({ baseUrl: server.address, token: () => 't' }) })
})
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  server.requests.length = 0
  server.answer = ({ path }) => ({
    body: path === '/auth/me' ? { user: { id: 'u' } } : { data: [] },
  })
  queries = createQueryClient()
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

const lists = () => rowsOptions(data, { table: 'notes' })
const single = () => rowOptions(data, { table: 'notes', id: 'r1' })
const askedFor = (path: string) =>
  server.requests.filter((one) => one.path === path && one.method === 'GET')

/** Polls in real time, because the fake clock is stopped. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

const settled = (query: { queryKey: readonly unknown[] }) =>
  until(() => queries.getQueryState(query.queryKey)?.fetchStatus === 'idle')

/** Subscribes to a query like a mounted component; returns the unsubscribe function. */
async function watch(options: ReturnType<typeof lists> | ReturnType<typeof single>) {
  const stop = new QueryObserver(queries, options as ReturnType<typeof lists>).subscribe(
    () => undefined,
  )
  await settled(options)
  return stop
}

describe('an unused query is cached', () => {
  test.each([
    { name: 'a list', options: lists, ms: 2_000 },
    { name: 'a row', options: single, ms: 2_000 },
    {
      name: 'a list with its own retention',
      options: () => rowsOptions(data, { table: 'notes', gcTime: 50 }),
      ms: 50,
    },
  ])('$name for $ms ms', async ({ options, ms }) => {
    const { queryKey } = options()
    const stop = await watch(options() as ReturnType<typeof lists>)
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(queries.getQueryState(queryKey)).toBeDefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(queries.getQueryState(queryKey)).toBeUndefined()
  })

  test('the current user is not cached, other queries for five minutes', async () => {
    await queries.fetchQuery(currentUserOptions(data))
    await queries.fetchQuery({ queryKey: ['else'], queryFn: () => 1 })
    await vi.advanceTimersByTimeAsync(0)
    expect(queries.getQueryState(currentUserOptions(data).queryKey)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(299_999)
    expect(queries.getQueryData(['else'])).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(queries.getQueryData(['else'])).toBeUndefined()
  })
})

test('a second mount, focus or reconnect does not refetch', async () => {
  queries.mount()
  const stop = await watch(lists())
  await vi.advanceTimersByTimeAsync(60_000)
  const stopSecond = await watch(lists())
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await settled(lists())
  expect(server.requests).toHaveLength(1)
  stop()
  stopSecond()
  focusManager.setFocused(undefined)
  queries.unmount()
})

describe('a failing query', () => {
  test('is retried three times, after 1, 2 and 4 seconds', async () => {
    server.answer = () => ({
      status: 503,
      body: { error: { code: 'unavailable', message: 'No.' } },
    })
    const read = queries.fetchQuery(lists()).catch((error: Error) => error.message)
    for (const [at, delay] of [1_000, 2_000, 4_000].entries()) {
      await until(() => queries.getQueryState(lists().queryKey)?.fetchFailureCount === at + 1)
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(server.requests).toHaveLength(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(await read).toBe('No.')
    expect(server.requests).toHaveLength(4)
  })

  test('waits at most 30 seconds between retries', () => {
    const { retryDelay } = lists()
    const delayAfter = (failures: number) =>
      typeof retryDelay === 'function' ? retryDelay(failures, new Error()) : retryDelay
    expect([4, 5, 20].map(delayAfter)).toEqual([16_000, 30_000, 30_000])
  })

  test('is not retried after a client error', async () => {
    server.answer = () => ({ status: 403, body: { error: { code: 'forbidden', message: 'No.' } } })
    await expect(queries.fetchQuery(lists())).rejects.toThrow('No.')
    expect(server.requests).toHaveLength(1)
  })

  test('fails without a table', async () => {
    const nameless = { ...rowsOptions(data, { table: '' }), retry: false }
    await expect(queries.fetchQuery(nameless)).rejects.toThrow('Table name is required')
  })
})

describe('after a write', () => {
  const writes = () => writeOptions(data, { table: 'notes', queries })
  test.each([
    {
      name: 'create',
      run: () => new MutationObserver(queries, writes().create).mutate({}),
      row: 0,
    },
    {
      name: 'update',
      run: () => new MutationObserver(queries, writes().update).mutate({ id: 'r1' }),
      row: 1,
    },
    {
      name: 'update of another row',
      run: () => new MutationObserver(queries, writes().update).mutate({ id: 'r2' }),
      row: 0,
    },
    {
      name: 'bulk update',
      run: () => new MutationObserver(queries, writes().updateMany).mutate([{ id: 'r1' }]),
      row: 1,
    },
    {
      name: 'delete',
      run: () => new MutationObserver(queries, writes().remove).mutate('r1'),
      row: 0,
    },
    {
      name: 'bulk delete',
      run: () => new MutationObserver(queries, writes().removeMany).mutate(['r1']),
      row: 0,
    },
  ])('$name: refetches lists, and the row $row times', async ({ run, row }) => {
    const stops = [await watch(lists()), await watch(single())]
    // A recently viewed list must not be shown from the cache.
    const left = await watch(rowsOptions(data, { table: 'notes', $page: 2 }))
    left()
    await watch(rowsOptions(data, { table: 'pages' }))
    await run()
    await until(() => askedFor('/api/data/notes').length === 4)
    await until(() => askedFor('/api/data/notes/r1').length === 1 + row)
    expect(askedFor('/api/data/pages')).toHaveLength(1)
    for (const stop of stops) stop()
  })

  test('refetches nothing if the write failed', async () => {
    const stop = await watch(lists())
    server.answer = () => ({ status: 422, body: { error: { code: 'invalid', message: 'No.' } } })
    await expect(new MutationObserver(queries, writes().create).mutate({})).rejects.toThrow('No.')
    expect(askedFor('/api/data/notes')).toHaveLength(1)
    stop()
  })
})
