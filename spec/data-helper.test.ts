import { createClient, createData } from '@plinth/client'
import { createQueryClient, rowOptions, rowsOptions } from '@plinth/client/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { measured, recordMessage } from '../e2e/harness/seen.ts'
import { type LocalServer, startLocalServer } from '../packages/client/src/testing/local-server.ts'

let server: LocalServer

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
afterEach(() => vi.useRealTimers())

const dataOf = (baseUrl = server.address, timeout = 0) =>
  createData({
    client: createClient({ baseUrl, timeout, token: () => 'token' }),
    tables: { notes: ['title'] },
  })

/** Milliseconds after which an unused query leaves the cache. */
async function retentionOf(read: (data: ReturnType<typeof dataOf>) => object): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const queries = createQueryClient()
  const options = read(dataOf()) as ReturnType<typeof rowsOptions>
  await queries.fetchQuery(options)
  let waited = 0
  while (queries.getQueryState(options.queryKey) !== undefined) {
    await vi.advanceTimersByTimeAsync(1)
    waited += 1
  }
  return waited
}

test('cache time of queries', async () => {
  const record = await retentionOf((data) => rowOptions(data, { table: 'notes', id: 'one' }))
  measured('cache.record.retention', record)
  measured(
    'cache.list.retention',
    await retentionOf((data) => rowsOptions(data, { table: 'notes' })),
  )
})

test('default refetch triggers, and the maximum retry delay', () => {
  const { retryDelay, ...reads } = rowsOptions(dataOf(), { table: 'notes' })
  measured('cache.refetchOnMount', reads.refetchOnMount)
  measured('cache.refetchOnFocus', reads.refetchOnWindowFocus)
  measured('cache.refetchOnReconnect', reads.refetchOnReconnect)
  const delayAfter = (failures: number) =>
    typeof retryDelay === 'function' ? retryDelay(failures, new Error()) : undefined
  measured('fetch.retryCap', delayAfter(100))
})

test.each([
  { text: 'Table name is required', run: async () => dataOf().table('') },
  { text: 'Table with name pages not found', run: async () => dataOf().table('pages') },
  {
    text: 'Column with name titel not found in table notes',
    run: () => dataOf().table('notes').create({ titel: '' }),
  },
  { text: 'timeout of 1ms exceeded', run: () => slowly(1) },
])('the data helper reports: $text', async ({ text, run }) => {
  const error = await run().then(
    () => undefined,
    (refused: Error) => refused,
  )
  expect(error?.message).toBe(text)
  recordMessage(error?.message ?? '')
})

/** A call to a server that responds after the timeout. */
function slowly(timeout: number): Promise<unknown> {
  server.answer = () => {
    const end = Date.now() + 50
    while (Date.now() < end);
    return { body: {} }
  }
  return dataOf(server.address, timeout).table('notes').getMany()
}
